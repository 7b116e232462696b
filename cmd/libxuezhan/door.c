/* The C side of the library: what is checked before Go is entered, since Go cannot run
 * in a child process of fork, and the texts of errors, one a thread. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "_cgo_export.h"
#include "xuezhan.h"

enum { TEXT = 4096 };

static pthread_key_t texts; /* a thread's text, freed with the thread */
static volatile int forked;

static void in_child(void) { forked = 1; }

__attribute__((constructor)) static void begin(void) {
	pthread_key_create(&texts, free);
	pthread_atfork(NULL, NULL, in_child);
}

/* The thread's text; NULL if there is no memory for one. Thread-local storage will not
 * do: a library that is loaded late may have next to none. */
static char *text(void) {
	char *t = pthread_getspecific(texts);
	if (t == NULL && (t = calloc(1, TEXT)) != NULL) pthread_setspecific(texts, t);
	return t;
}

const char *xz_error(void) {
	const char *t = text();
	return t != NULL ? t : "";
}

void xz_set_error(const char *what, int64_t n) {
	char *t = text();
	if (t == NULL) return;
	if (n > TEXT - 1) n = TEXT - 1;
	memcpy(t, what, n);
	t[n] = 0;
}

static int refuse(void) {
	static const char why[] = "xuezhan cannot be used in a child process of fork; start processes by spawn";
	if (!forked) return 0;
	xz_set_error(why, sizeof why - 1);
	return 1;
}

xz_env xz_create(const char *config) { return refuse() ? XZ_FORKED : goCreate((char *)config); }

int xz_reset(xz_env env, uint64_t seed, const xz_arrays *a) {
	return refuse() ? XZ_FORKED : goReset(env, seed, (xz_arrays *)a);
}

int xz_step(xz_env env, const int64_t *actions, const xz_arrays *a) {
	return refuse() ? XZ_FORKED : goStep(env, (int64_t *)actions, (xz_arrays *)a);
}

int xz_sample(xz_env env, int64_t *actions) { return refuse() ? XZ_FORKED : goSample(env, actions); }

int xz_advise(xz_env env, const char *bot, int64_t *actions) {
	return refuse() ? XZ_FORKED : goAdvise(env, (char *)bot, actions);
}

int64_t xz_after(xz_env env, int64_t room, int32_t *offset, int64_t *action, float *pay, void *obs) {
	return refuse() ? XZ_FORKED : goAfter(env, room, offset, action, pay, obs);
}

int xz_final(xz_env env, void *obs) { return refuse() ? XZ_FORKED : goFinal(env, obs); }

int xz_observe(xz_env env, int64_t row, int32_t seat, void *obs) {
	return refuse() ? XZ_FORKED : goObserve(env, row, seat, obs);
}

int64_t xz_record(xz_env env, int64_t row, char *dst, int64_t room) {
	return refuse() ? XZ_FORKED : goRecord(env, row, dst, room);
}

int64_t xz_describe(const char *what, char *dst, int64_t room) {
	return refuse() ? XZ_FORKED : goDescribe((char *)what, dst, room);
}

int xz_close(xz_env env) { return refuse() ? XZ_FORKED : goClose(env); }

xz_net xz_net_open(const char *path) { return refuse() ? XZ_FORKED : goNetOpen((char *)path); }

int xz_net_values(xz_net net, int64_t rows, int64_t width, const float *obs, float *values) {
	return refuse() ? XZ_FORKED : goNetValues(net, rows, width, (float *)obs, values);
}

int64_t xz_net_describe(xz_net net, char *dst, int64_t room) {
	return refuse() ? XZ_FORKED : goNetDescribe(net, dst, room);
}

int xz_net_close(xz_net net) { return refuse() ? XZ_FORKED : goNetClose(net); }
