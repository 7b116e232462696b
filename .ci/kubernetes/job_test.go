// Package kubernetes holds the Job that the project ships against the types of the
// Kubernetes version in go.mod.
package kubernetes

import (
	"os"
	"slices"
	"strings"
	"testing"

	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"
)

func readJob(t *testing.T) *batch.Job {
	t.Helper()
	text, err := os.ReadFile("../../results/cluster/job.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var job batch.Job
	if err := yaml.UnmarshalStrict(text, &job); err != nil {
		t.Fatal(err)
	}
	return &job
}

// TestJob decodes the Job strictly: an unknown or doubled field is an error. What the
// contract of shards wants of it must be there.
func TestJob(t *testing.T) {
	job := readJob(t)
	if job.APIVersion != "batch/v1" || job.Kind != "Job" {
		t.Errorf("got %s %s", job.APIVersion, job.Kind)
	}
	s := &job.Spec
	if s.CompletionMode == nil || *s.CompletionMode != batch.IndexedCompletion {
		t.Error("the Job is not indexed")
	}
	if s.Completions == nil || *s.Completions != 8 || s.BackoffLimitPerIndex == nil {
		t.Errorf("got completions %v, backoffLimitPerIndex %v", s.Completions, s.BackoffLimitPerIndex)
	}
	// The API server refuses a policy for pods that restart by themselves.
	if s.Template.Spec.RestartPolicy != core.RestartPolicyNever {
		t.Errorf("got restartPolicy %q", s.Template.Spec.RestartPolicy)
	}
	args := strings.Join(s.Template.Spec.Containers[0].Args, " ")
	if !strings.Contains(args, "--shard=$(JOB_COMPLETION_INDEX)/8") {
		t.Errorf("the shard is not of the index and the completions: %s", args)
	}
}

// TestNeverRetried demands that status 2 fails its index at once and that the container
// the rule names exists.
func TestNeverRetried(t *testing.T) {
	job := readJob(t)
	i := slices.IndexFunc(job.Spec.PodFailurePolicy.Rules, func(r batch.PodFailurePolicyRule) bool {
		return r.Action == batch.PodFailurePolicyActionFailIndex
	})
	if i < 0 {
		t.Fatal("no rule fails an index")
	}
	codes := job.Spec.PodFailurePolicy.Rules[i].OnExitCodes
	if codes == nil || codes.Operator != batch.PodFailurePolicyOnExitCodesOpIn || !slices.Equal(codes.Values, []int32{2}) {
		t.Fatalf("got %+v", codes)
	}
	if name := job.Spec.Template.Spec.Containers[0].Name; codes.ContainerName == nil || *codes.ContainerName != name {
		t.Errorf("the rule is not about the container %s", name)
	}
}
