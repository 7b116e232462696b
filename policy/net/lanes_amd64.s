#include "textflag.h"

// func addInputs(block *[20]float32, rows *float32, places *int32, inputs int, x *float32)
//
// X0 to X4 are the twenty sums, X5 an input in all four lanes.
TEXT ·addInputs(SB), NOSPLIT, $0-40
	MOVQ   block+0(FP), DI
	MOVQ   rows+8(FP), SI
	MOVQ   places+16(FP), R8
	MOVQ   inputs+24(FP), CX
	MOVQ   x+32(FP), DX
	MOVUPS (DI), X0
	MOVUPS 16(DI), X1
	MOVUPS 32(DI), X2
	MOVUPS 48(DI), X3
	MOVUPS 64(DI), X4

input:
	MOVLQSX (R8), R9
	MOVL    (DX)(R9*4), R10
	ADDQ    $4, R8
	MOVL    R10, R11
	SHLL    $1, R11             // drops the sign of zero
	JEQ     next
	MOVQ    R10, X5
	SHUFPS  $0, X5, X5
	MOVUPS  (SI), X6
	MOVUPS  16(SI), X7
	MOVUPS  32(SI), X8
	MOVUPS  48(SI), X9
	MOVUPS  64(SI), X10
	MULPS   X5, X6
	MULPS   X5, X7
	MULPS   X5, X8
	MULPS   X5, X9
	MULPS   X5, X10
	ADDPS   X6, X0
	ADDPS   X7, X1
	ADDPS   X8, X2
	ADDPS   X9, X3
	ADDPS   X10, X4

next:
	ADDQ $80, SI
	DECQ CX
	JNE  input

	MOVUPS X0, (DI)
	MOVUPS X1, 16(DI)
	MOVUPS X2, 32(DI)
	MOVUPS X3, 48(DI)
	MOVUPS X4, 64(DI)
	RET
