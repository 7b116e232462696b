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

// func addInputsAVX(block *[20]float32, rows *float32, places *int32, inputs int, x *float32)
//
// Y0, Y1 and X2 are the twenty sums, Y5 an input in all eight lanes. Which inputs are 0 is
// in no order that a processor could guess. So of 64 at a time those that are not are
// first marked in R11, without a branch, the first one in the lowest bit, and then
// taken from the lowest up.
TEXT ·addInputsAVX(SB), NOSPLIT, $0-40
	MOVQ    block+0(FP), DI
	MOVQ    rows+8(FP), SI
	MOVQ    places+16(FP), R8
	MOVQ    inputs+24(FP), CX
	MOVQ    x+32(FP), DX
	VMOVUPS (DI), Y0
	VMOVUPS 32(DI), Y1
	VMOVUPS 64(DI), X2

chunk:
	MOVQ    $64, BX
	CMPQ    CX, BX
	CMOVQLT CX, BX
	MOVQ    BX, R12
	XORL    R11, R11

mark:
	MOVLQSX -4(R8)(R12*4), R9
	MOVL    (DX)(R9*4), R10
	ADDL    R10, R10            // drops the sign of zero
	NEGL    R10                 // carries if it is not 0
	ADCQ    R11, R11
	DECQ    R12
	JNE     mark
	TESTQ   R11, R11
	JEQ     next

input:
	BSFQ         R11, R9
	LEAQ         (R9)(R9*4), R13
	ADDQ         R13, R13            // rows are 80 bytes apart: 10 times 8
	LEAQ         -1(R11), R10
	MOVLQSX      (R8)(R9*4), R9
	VBROADCASTSS (DX)(R9*4), Y5
	VMULPS       (SI)(R13*8), Y5, Y6
	VMULPS       32(SI)(R13*8), Y5, Y7
	VMULPS       64(SI)(R13*8), X5, X8
	VADDPS       Y6, Y0, Y0
	VADDPS       Y7, Y1, Y1
	VADDPS       X8, X2, X2
	ANDQ         R10, R11
	JNE          input

next:
	LEAQ (BX)(BX*4), R13
	SHLQ $4, R13
	ADDQ R13, SI
	LEAQ (R8)(BX*4), R8
	SUBQ BX, CX
	JNE  chunk

	VMOVUPS Y0, (DI)
	VMOVUPS Y1, 32(DI)
	VMOVUPS X2, 64(DI)
	VZEROUPPER
	RET

// func supportsAVX() bool
TEXT ·supportsAVX(SB), NOSPLIT, $0-1
	MOVB $0, ret+0(FP)
	MOVL $1, AX
	XORL CX, CX
	CPUID
	ANDL $0x18000000, CX // XGETBV may be asked, and there is AVX
	CMPL CX, $0x18000000
	JNE  done
	XORL CX, CX
	XGETBV
	ANDL $6, AX          // the system keeps both halves of the registers
	CMPL AX, $6
	JNE  done
	MOVB $1, ret+0(FP)

done:
	RET
