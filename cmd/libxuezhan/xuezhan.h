/* xuezhan as a C library: hands in lockstep over arrays that the caller owns.
 *
 *     xz_env env = xz_create("{\"rules\":\"wap-battle\",\"rows\":1024}");
 *     xz_arrays a = {seat, mask, obs, reward, done, hand};
 *     xz_reset(env, 1, &a);
 *     for (;;) {
 *         xz_sample(env, actions);
 *         if (xz_step(env, actions, &a) != XZ_OK) puts(xz_error());
 *     }
 *
 * Every function returns XZ_OK or a status below 0; xz_error then says what and where,
 * in a text of the calling thread that holds until its next call. A pointer may be NULL
 * where an array is not wanted. An environment is used by one thread at a time; threads
 * may use different ones. After fork the library is of no use in the child, and every
 * call there returns XZ_FORKED: start processes by spawn. */
#ifndef XUEZHAN_H
#define XUEZHAN_H

#include <stdint.h>

enum {
	XZ_OK = 0,
	XZ_WRONG = -1,  /* a wrong argument; nothing has been done */
	XZ_CLOSED = -2, /* no environment or net has this number, or no more */
	XZ_FAILED = -3, /* a bot or the engine failed; reset the environment */
	XZ_FORKED = -4, /* the process has forked since the library was loaded */
	XZ_SHORT = -5   /* an array is too short */
};

typedef int64_t xz_env; /* above 0 */
typedef int64_t xz_net; /* above 0 */

typedef struct {
	int8_t *seat;    /* [rows] whose choice the row waits for */
	uint8_t *mask;   /* [rows][142] 1 at each legal action, at least two a row */
	void *obs;       /* [rows][283] float (v1), [rows][486] float (v2) or [rows][83][27] uint8_t (planes) */
	float *reward;   /* [rows][4] points gained in the call; each row sums to 0 */
	uint8_t *done;   /* [rows] 1 if a hand ended in the call */
	int64_t *hand;   /* [rows] index of the hand in play */
} xz_arrays;

/* Makes an environment from a JSON object and returns its number:
 *   "rules"     a preset's name, or a rules file's object
 *   "rows"      hands in play
 *   "seats"     four specs of bots; "" is a seat of the caller's
 *   "rotate"    turn the seating by one seat a hand
 *   "walls"     "shared" or "lanes"
 *   "features"  "v1", "v2", "planes" or "none" */
extern xz_env xz_create(const char *config);

/* Begins the hands of a seed: row i plays the hands i, i+rows, … of that run. */
extern int xz_reset(xz_env env, uint64_t seed, const xz_arrays *a);

/* Plays one action a row and every row up to its next choice. */
extern int xz_step(xz_env env, const int64_t *actions, const xz_arrays *a);

/* Fills in one of the legal actions of each row, each as likely as any other. */
extern int xz_sample(xz_env env, int64_t *actions);

/* Fills in what a bot would play in each row, such as "value"; nothing is played. Bots
 * that are processes or remember what they were asked cannot advise. */
extern int xz_advise(xz_env env, const char *bot, int64_t *actions);

/* Fills in what each legal action leads to, and returns how many candidates there are in
 * all; XZ_SHORT if that is more than room. A pung has a candidate for each discard that may
 * follow it. offset is [rows+1], action [room], pay [room] the points that the action pays
 * at once, obs [room][…]. Without offset or action it only counts. */
extern int64_t xz_after(xz_env env, int64_t room, int32_t *offset, int64_t *action, float *pay, void *obs);

/* Fills in the last observation of the rows whose hand ended in the last step. */
extern int xz_final(xz_env env, void *obs);

/* Fills in one observation: what a seat sees of a row's hand. */
extern int xz_observe(xz_env env, int64_t row, int32_t seat, void *obs);

/* Writes texts and returns their length in bytes, without a 0 at the end; if that is
 * more than room nothing is written. xz_record: the hand of a row that ended last, as
 * `xuezhan replay` reads it. xz_describe: the JSON of "actions", "v1", "v2", "planes",
 * "presets" or "version", or of "tiles " and tiles in notation: a picture as SVG. */
extern int64_t xz_record(xz_env env, int64_t row, char *dst, int64_t room);
extern int64_t xz_describe(const char *what, char *dst, int64_t room);

/* Ends an environment. Its number is never used again. */
extern int xz_close(xz_env env);

/* Reads a net, such as `learned@FILE` plays by, from a file and returns its number.
 * Threads may use a net together. */
extern xz_net xz_net_open(const char *path);

/* Fills in what a net says of observations: obs is [rows][width], where width is 283 for
 * a net that reads v1; values is [rows]. */
extern int xz_net_values(xz_net net, int64_t rows, int64_t width, const float *obs, float *values);

/* Writes a net's JSON as xz_describe does: "features", "width", "inputs", "hidden" and
 * "digest". */
extern int64_t xz_net_describe(xz_net net, char *dst, int64_t room);

/* Ends a net. Its number is never used again. */
extern int xz_net_close(xz_net net);

/* What was wrong with the last call of this thread. */
extern const char *xz_error(void);

#endif
