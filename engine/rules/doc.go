// Package rules has the rule systems as data: one comparable value of named
// knobs, six presets, and rules files that change a preset field by field.
//
// Start with Lookup for a preset, Parse for a rules file, and Fields for what there
// is to set.
//
// The engine plays any Rules value; it branches on fields and never on a
// preset's name. A rules file is a JSON object whose "base" names a preset
// and whose other keys are fields of Rules:
//
//	{"base": "tsumo", "name": "tsumo-5", "fan_cap": 5}
//
// Reading is strict: an unknown field, a wrong type, a value out of range or
// fields that contradict each other are errors that name the field and what
// is allowed. Fields documents every field.
//
// The presets follow published rule pages (see Presets for each one's
// source); where a page is silent or contradicts itself, the field's comment
// says which reading the preset takes.
package rules
