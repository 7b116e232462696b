// Package strictjson reads JSON that has to be exactly what it should be.
//
// encoding/json forgives: the last of two equal keys wins, "BOT" is as good as
// "bot", a missing field is zero, null is nothing, a list of five fills an array of
// four. A file that decides what is played must not be read so. Here
//
//   - a key that is duplicated in an object, at any depth, is an error,
//   - a key is exactly the name in a struct tag; the error suggests the nearest,
//   - every field has to be there unless its tag says omitempty,
//   - null is for pointers, slices, maps and json.RawMessage only,
//   - an array has its length, a number fits, and a whole number is written in digits,
//   - nothing but white space follows the value,
//   - no value is nested deeper than MaxDepth,
//   - the text is UTF-8 without a byte order mark. UTF-16 and a byte order mark, which
//     some editors write, have a message of their own. Lines may end in CR LF.
//
// Every error is an *Error: where, which field, and what would be right, in words
// that know nothing of Go. A type with an UnmarshalJSON method of its own reads its
// part by itself; if it uses Decode too, its errors have their place in the whole.
//
//	line 3, column 14: field "stopping.blocks": 1.5 is not a whole number
package strictjson
