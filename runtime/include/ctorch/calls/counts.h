/**
 * @file
 * Counting the arguments of the macros in ctorch/calls/call.h. Include that instead.
 */
#ifndef CTORCH_CALLS_COUNTS_H
#define CTORCH_CALLS_COUNTS_H

/* As in call.h. */
#ifndef __clang__
#pragma GCC system_header
#endif

/*
 * CT_PICK_(CT_NEEDS_relu_, unknown, &y, x, ) is CT_OP_relu_, and with fewer arguments CT_FEW_relu_:
 * a list follows the arguments, and the more arguments there are, the earlier in the list is the
 * element that is picked. If there is no macro CT_NEEDS_relu_, another list follows, `unknown`.
 */
/* clang-format off */
#define CT_PICK_(known, unknown, ...) CT_PICK_AT_(__VA_ARGS__, known, unknown)
#define CT_PICK_AT_( \
	a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, \
	a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, \
	a37, a38, a39, a40, a41, a42, a43, a44, a45, a46, a47, a48, picked, ...) \
	picked

/* CT_NEED_3_(o, f): f for fewer than three arguments, otherwise o. */
#define CT_NEED_0_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o
#define CT_NEED_1_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, f
#define CT_NEED_2_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, f, f
#define CT_NEED_3_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, f, f, f
#define CT_NEED_4_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, f, f, f, f
#define CT_NEED_5_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, f, f, f, f, f
#define CT_NEED_6_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, \
	o, o, o, o, o, o, o, o, o, o, o, o, o, f, f, f, f, f, f
#define CT_NEED_7_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, \
	o, o, o, o, o, o, o, o, o, o, o, o, f, f, f, f, f, f, f
#define CT_NEED_8_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, \
	o, o, o, o, o, o, o, o, o, o, o, f, f, f, f, f, f, f, f
#define CT_NEED_9_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, \
	o, o, o, o, o, o, o, o, o, o, f, f, f, f, f, f, f, f, f
#define CT_NEED_10_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, \
	o, o, o, o, o, o, o, o, o, f, f, f, f, f, f, f, f, f, f
#define CT_NEED_11_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, \
	o, o, o, o, o, o, o, o, f, f, f, f, f, f, f, f, f, f, f
#define CT_NEED_12_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, \
	o, o, o, o, o, o, o, f, f, f, f, f, f, f, f, f, f, f, f
#define CT_NEED_13_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, \
	o, o, o, o, o, o, f, f, f, f, f, f, f, f, f, f, f, f, f
#define CT_NEED_14_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, \
	o, o, o, o, o, f, f, f, f, f, f, f, f, f, f, f, f, f, f
#define CT_NEED_15_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, \
	o, o, o, o, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f
#define CT_NEED_16_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, \
	o, o, o, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f
#define CT_NEED_17_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, \
	o, o, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f
#define CT_NEED_18_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, \
	o, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f
#define CT_NEED_19_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, \
	f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f
#define CT_NEED_20_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, f, \
	f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f
#define CT_NEED_21_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, f, f, \
	f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f
#define CT_NEED_22_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, f, f, f, \
	f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f
#define CT_NEED_23_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, f, f, f, f, \
	f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f
#define CT_NEED_24_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, f, f, f, f, f, \
	f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f
#define CT_NEED_25_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, f, f, f, f, f, f, \
	f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f
#define CT_NEED_26_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, f, f, f, f, f, f, f, \
	f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f
#define CT_NEED_27_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, f, f, f, f, f, f, f, f, \
	f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f
#define CT_NEED_28_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, f, f, f, f, f, f, f, f, f, \
	f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f
#define CT_NEED_29_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, f, f, f, f, f, f, f, f, f, f, \
	f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f
#define CT_NEED_30_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, f, f, f, f, f, f, f, f, f, f, f, \
	f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f
#define CT_NEED_31_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, f, f, f, f, f, f, f, f, f, f, f, f, \
	f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f
#define CT_NEED_32_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, f, f, f, f, f, f, f, f, f, f, f, f, f, \
	f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f
#define CT_NEED_33_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, f, f, f, f, f, f, f, f, f, f, f, f, f, f, \
	f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f
#define CT_NEED_34_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, o, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, \
	f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f
#define CT_NEED_35_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, o, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, \
	f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f
#define CT_NEED_36_(o, f) \
	o, o, o, o, o, o, o, o, o, o, o, o, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, \
	f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f

/* clang-format on */

#endif
