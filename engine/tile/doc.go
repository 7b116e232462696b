// Package tile has the tiles of Sichuan mahjong: kinds, suits, heaps of tiles
// packed in three words, melds, and their notation in text.
//
// Start with Parse, which reads what a seat owns, and with the methods of Held and
// Kinds.
//
// There are 27 kinds of tile, three suits of nine ranks, each four times: 108
// tiles and nothing else. A heap of tiles (Held) is three words of nine
// three-bit counts, so that adding a tile is one addition and a question such
// as "which kinds are there at least twice" is a few logical operations. A
// set of kinds (Kinds) is one word of 27 bits.
//
// # Notation
//
// Tiles are written as digits followed by the letter of their suit: m for
// characters, p for dots, s for bamboo. Melds are in brackets:
//
//	123m456p       six held tiles
//	[555m]         a pung
//	[9999m]        a kong claimed from a discard
//	[9999mc]       a concealed kong
//	[9999ma]       a kong added to a pung
//
// What people and other programs write is read too, and mixed at will: Chinese and
// full-width digits, the suits 万 萬, 筒 饼 餅 and 条 條 索, brackets 【】, and
// the glyphs of Unicode, each a tile:
//
//	一二三万456筒    six held tiles
//	[五五五万]       a pung
//	🀇🀈🀉[🀙🀙🀙🀙c]   three held tiles and a concealed kong
//
// What the package writes is always digits and letters.
//
// Spaces are ignored, and the order is free: 678m12377p[9999m][4444pc] is a
// hand of eight held tiles and two kongs. Order is kept in one place only:
// the last held tile that is written counts as the one taken last.
//
// The package knows nothing of hands in play, of waits or of rules.
package tile
