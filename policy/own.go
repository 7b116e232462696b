package policy

import "strings"

// Own returns the spec of a policy that is in no catalog: one that the caller has
// written, for its own runs and matches. newPolicy makes a policy for one seat; each
// call must make a new one, and calls come from several goroutines. The name is what
// results call it, and the spec's String. Own panics on a name that is empty or has
// a space, a comma, a colon or an @, and without newPolicy.
func Own(name string, newPolicy func() Policy) Spec {
	if name == "" || strings.ContainsAny(name, " \t\n,:@") {
		panic("policy: the name of the bot is no name")
	}
	if newPolicy == nil {
		panic("policy: a bot without New")
	}
	return Spec{catalog: NewCatalog(), bot: Entry{Description: Description{Name: name}}, own: newPolicy}
}

// IsOwn reports whether the spec is of a policy that is in no catalog. Nobody but
// the caller of Own can make it again, and it has no parts.
func (s Spec) IsOwn() bool { return s.own != nil }
