/*
 * Files of torch.save() whose tensors are damaged or made to do harm: sizes, strides, indices,
 * scales that do not fit the bytes, NumPy's arrays, and arguments that Python does not write.
 */
#include "hostile.h"

#define NO_DEVICE                                                                      \
	"it was saved on a device unknown to libtorch; .map_location = CT_DEVICE_CPU " \
	"loads it to the CPU"
#define CHECKPOINT "not a valid checkpoint: "
#define HERE(at, text) CHECKPOINT "byte " at " of its pickle: " text
#define NOT_DATA(name)                                                                \
	"it contains an object of " name                                              \
	", which is not data; code in a file is never run (for a whole module, save " \
	"net.state_dict() in Python, or use .state_dicts; skip_unknown loads other "  \
	"objects as None)"
#define OTHER_ARGUMENTS "its description differs from the one that Python writes"
#define OTHER_CALL " is called with unexpected arguments"
#define NOT_NUMPY "its description differs from the one that NumPy writes"
/* The text is libtorch's, and may be another one in another release. */
#define LIBTORCH "\1"

/* Tensors of the storages of begin_checkpoint(), up to the offset. */
#define V2 "@torch._utils._rebuild_tensor_v2 ( "
#define V3 "@torch._utils._rebuild_tensor_v3 ( $Untyped:0:16 "
#define F V2 "$Float:0:4 "
#define I V2 "$Long:i:8 "
#define S V2 "$Double:s:2 "
#define END "#89 N t R "
#define META "@torch._utils._rebuild_meta_tensor_no_storage ( "
#define PARAMETER "@torch._utils._rebuild_parameter ( "
#define CONVERTED "@torch._utils._rebuild_device_tensor_from_cpu_tensor ( "
#define QUANTIZED_ON "@torch._utils._rebuild_qtensor ( "
#define QUANTIZED QUANTIZED_ON "$QInt8:0:16 "
#define TYPED "@torch._tensor._rebuild_from_type_v2 "
#define SPARSE(layout)                            \
	"@torch._utils._rebuild_sparse_tensor ( " \
	"@torch.serialization._get_layout ( 'torch." layout "' t R "
#define NESTED "@torch._utils._rebuild_nested_tensor ( "
#define ARRAY "@numpy._core.multiarray._reconstruct ( @numpy.ndarray %(0) \"b\" t R "
#define TYPE(name) "@numpy.dtype ( '" name "' #89 #88 t R "
#define TIMES8(text) text text text text text text text text
#define MANY_SIZES "%(" TIMES8(TIMES8("1,")) "1)"

static const struct {
	const char *words, *message;
} wrong[] = {
	{ F "0 " MANY_SIZES " " MANY_SIZES " N N t R .", OTHER_ARGUMENTS },
	{ F "0 %(2,3) %(3,1) N N t R .",
	  "its last element ends at byte 24 of its storage, which has 16 bytes" },
	{ F "1 %(2,2) %(2,1) N N t R .",
	  "its last element ends at byte 20 of its storage, which has 16 bytes" },
	{ F "0 %(2,2) %(3,1) N N t R .",
	  "its last element ends at byte 20 of its storage, which has 16 bytes" },
	{ F "-1 %(2,2) %(2,1) N N t R .",
	  "its offset, or one of its sizes or strides, is negative" },
	{ F "0 %(-2,2) %(2,1) N N t R .",
	  "its offset, or one of its sizes or strides, is negative" },
	{ F "0 %(2,2) %(-2,1) N N t R .",
	  "its offset, or one of its sizes or strides, is negative" },
	{ F "0 %(2,2) %(1) N N t R .", "it has 2 sizes, but 1 strides" },
	{ F "0 %(4611686018427387904,4) %(4,1) N N t R .",
	  "its last element is beyond the address space" },
	{ F "0 %(4294967296,4294967296) %(0,0) N N t R .",
	  "its last element is beyond the address space" },
	{ F "0 %(4294967296,4294967296,0) %(0,0,1) N N t R .",
	  "its last element is beyond the address space" },
	{ F "0 %(2,2) %(4611686018427387904,4611686018427387904) N N t R .",
	  "its last element is beyond the address space" },
	{ F "9223372036854775807 %(1) %(1) N N t R .",
	  "its last element is beyond the address space" },
	{ F "9223372036854775807 %(0) %(1) N N t R .",
	  "its last element is beyond the address space" },
	{ F "0 %(9223372036854775807) %(0) N N t R .",
	  "its last element is beyond the address space" },
	{ F "0 ( ~2.0 t %(1) N N t R .", OTHER_ARGUMENTS },
	{ F "0 N %(1) N N t R .", OTHER_ARGUMENTS },
	{ F "t R .", OTHER_ARGUMENTS },
	{ "@torch._utils._rebuild_tensor_v2 ) R .", OTHER_ARGUMENTS },
	{ V2 "N 0 %(2) %(1) N N t R .", OTHER_ARGUMENTS },
	{ V2 "$QInt8:0:16 0 %(2) %(1) N N t R .", "it is quantized, but without a scale" },
	{ V2 "$QUInt4x2:0:16 0 %(2) %(1) N N t R .", "it is quantized, but without a scale" },
	{ V2 "$Bool:0:16 0 %(2) %(1) N N t R .", "element 2 is 128, a bool must be 0 or 1" },
	{ V2 "$Long:0:2 0 %(2) %(1) #88 N t R .",
	  LIBTORCH "only Tensors of floating point dtype can require gradients" },
	{ F "0 %(2) %(1) #89 N } 'conj' #88 s t R .", "it is conjugated, but not complex" },
	{ V2 "$Bool:z:0 0 %(0) %(1) #89 N } 'neg' #88 s t R .",
	  "its bytes are missing: there is no entry data/z" },
	{ V3 "0 %(2) %(1) #89 N @torch.bool t R .", "it is a bool tensor, but its storage has "
						    "another dtype" },
	{ V3 "0 %(2) %(1) #89 N @torch.qint8 t R .", "it is quantized, but without a scale" },
	{ V3 "0 %(2) %(1) #89 N @torch.quint4x2 t R .", "it is quantized, but without a scale" },
	{ V3 "0 %(2) %(1) #89 N @torch.strided t R .", NOT_DATA("torch.strided") },
	{ V3 "15 %(1) %(1) #89 N @torch.uint16 t R .",
	  "its last element ends at byte 32 of its storage, which has 16 bytes" },
	{ PARAMETER "N #88 N t R .", OTHER_ARGUMENTS },
	{ META "@torch.float32 %(-1) %(1) #89 t R .",
	  "its offset, or one of its sizes or strides, is negative" },
	{ META "@torch.float32 %(4611686018427387904,4) %(1,1) #89 t R .",
	  "its last element is beyond the address space" },
	{ META "@torch.float32 %(1) %(1,2) #89 t R .", "it has 1 sizes, but 2 strides" },
	{ META "@torch.qint8 %(1) %(1) #89 t R .", "it is quantized, but without a scale" },
	{ QUANTIZED "0 %(2) %(1) ( @torch.per_tensor_affine ~0.5 9223372036854775807 t N N t R .",
	  "its zero point 9223372036854775807 is out of range" },
	{ QUANTIZED "0 %(2) %(1) ( @torch.per_tensor_affine 1 0 t N N t R .",
	  "its scale is not a float" },
	{ QUANTIZED "0 %(2) %(1) ( @torch.per_tensor_affine t N N t R .", OTHER_ARGUMENTS },
	{ QUANTIZED "0 %(2) %(1) ) N N t R .", OTHER_ARGUMENTS },
	{ QUANTIZED "0 %(2) %(1) ( @torch.per_channel_affine ~0.5 0 0 t N N t R .",
	  "one of its parts is not a tensor" },
	{ QUANTIZED "0 %(20) %(1) ( @torch.per_tensor_affine ~0.5 0 t N N t R .",
	  "its last element ends at byte 20 of its storage, which has 16 bytes" },
	{ QUANTIZED "0 %(-2) %(1) ( @torch.per_tensor_affine ~0.5 0 t N N t R .",
	  "its offset, or one of its sizes or strides, is negative" },
	{ QUANTIZED_ON "$Float:0:4 0 %(2) %(1) ( @torch.per_tensor_affine ~0.5 0 t N N t R .",
	  "it is quantized, but its storage is not" },
	{ QUANTIZED "0 %(2) %(1) ( @torch.per_channel_affine " V2
		    "$Float:1:4 0 %(2) %(1) N N t R " V2
		    "$Long:2:2 0 %(2) %(1) N N t R 0 t N N t R .",
	  "its bytes are missing: there is no entry data/1" },
	{ QUANTIZED_ON "$QUInt4x2:0:16 0 %(33) %(1) ( @torch.per_tensor_affine ~0.5 0 t N N t R .",
	  "its last element ends at byte 17 of its storage, which has 16 bytes" },
	{ "@torch._utils._rebuild_sparse_tensor ( @torch.strided ( N N %(1) t t R .",
	  NOT_DATA("torch.strided") },
	{ "@torch._utils._rebuild_sparse_tensor ( @torch.float32 ( N N %(1) t t R .",
	  OTHER_ARGUMENTS },
	{ "@torch.serialization._get_layout ( 'torch.evil' t R .",
	  HERE("52", "torch.serialization._get_layout" OTHER_CALL) },
	{ "@torch.serialization._get_layout ) R .",
	  HERE("36", "torch.serialization._get_layout" OTHER_CALL) },
	{ NESTED "N N N N t R .", OTHER_ARGUMENTS },
	{ CONVERTED "N @torch.float32 'cpu' #89 t R .", "one of its parts is not a tensor" },
	{ CONVERTED F "0 %(2) %(1) N N t R @torch.float32 'xyz' #89 t R .", NO_DEVICE },
	{ CONVERTED F "0 %(1000000000000) %(0) N N t R @torch.float64 'cpu' #89 t R .",
	  "one of its parts is larger than its storage" },
	{ "@torch._tensor._rebuild_from_type_v2 ( @os.system N ) N t R .", NOT_DATA("os.system") },
	{ TYPED "( @torch._utils._rebuild_tensor_v2 @torch.Tensor ) } t R .", OTHER_ARGUMENTS },
	{ TYPED "( @torch._tensor._rebuild_from_type_v2 @torch.Tensor ) } t R .",
	  HERE("94", "torch._tensor._rebuild_from_type_v2" OTHER_CALL) },
	{ "@torch.device ( 'xyz' t R .", HERE("26", "unknown device 'xyz'") },
	{ "@torch.device ( 'cuda' 300 t R .", HERE("37", "torch.device" OTHER_CALL) },
	{ "@torch.device ( 'cuda' -1 t R .", HERE("37", "torch.device" OTHER_CALL) },
	{ "@torch.device ( 5 t R .", HERE("28", "torch.device" OTHER_CALL) },
	{ "@torch.Size ( 5 t R .", HERE("26", "torch.Size" OTHER_CALL) },
	{ "@builtins.complex ( 'x' 1 t R .", HERE("38", "builtins.complex" OTHER_CALL) },
	{ "@builtins.complex ) R .", HERE("21", "builtins.complex" OTHER_CALL) },
	{ "@builtins.dict ( 5 t R .", HERE("29", "builtins.dict" OTHER_CALL) },
	{ "@builtins.dict ( ( 5 t t R .", HERE("31", "builtins.dict" OTHER_CALL) },
	{ "@builtins.dict ( ( ( 5 t t t R .", HERE("33", "builtins.dict" OTHER_CALL) },
	{ "@collections.defaultdict ( @os.system t R .", NOT_DATA("os.system") },
	{ "@_codecs.encode ( 'a' 'utf8' t R .", HERE("35", "_codecs.encode" OTHER_CALL) },
	{ "@_codecs.encode ( 'a' t R .", HERE("26", "_codecs.encode" OTHER_CALL) },
	{ "@_codecs.encode ( #5803000000e282ac 'latin1' t R .",
	  HERE("39", "_codecs.encode" OTHER_CALL) },
	{ "@_codecs.encode ( \"a\" 'latin1' t R .", HERE("37", "_codecs.encode" OTHER_CALL) },
	{ "@builtins.bytes ( 1000000000000 t R .", HERE("30", "builtins.bytes" OTHER_CALL) },
	{ "@builtins.bytearray ( 1000000000000 t R .",
	  HERE("34", "builtins.bytearray" OTHER_CALL) },
	{ "@builtins.list ( 'abc' t R .", HERE("27", "builtins.list" OTHER_CALL) },
	{ "@builtins.tuple ( ] ] t R .", HERE("22", "builtins.tuple" OTHER_CALL) },
	{ ARRAY ".", NOT_NUMPY },
	{ ARRAY "( 1 %(2) " TYPE("O8") "#89 ] t b .",
	  "it has NumPy's type 'O8', which PyTorch does not support" },
	{ ARRAY "( 1 %(2) " TYPE("V8") "#89 \"x\" t b .",
	  "it has NumPy's type 'V8', which PyTorch does not support" },
	{ ARRAY "( 1 %(2) " TYPE("U1") "#89 \"x\" t b .",
	  "it has NumPy's type 'U1', which PyTorch does not support" },
	{ ARRAY "( 1 %(2) " TYPE("f4") "#89 \"1234567\" t b .",
	  "its shape needs more than its 7 bytes" },
	{ ARRAY "( 1 %(2) " TYPE("f4") "#89 \"123456789\" t b .", "its elements need 8 bytes" },
	{ ARRAY "( 1 %(-2) " TYPE("f4") "#89 \"12345678\" t b .", NOT_NUMPY },
	{ ARRAY "( 1 %(4294967296,4294967296) " TYPE("f4") "#89 \"12345678\" t b .", NOT_NUMPY },
	{ ARRAY "( 1 %(4294967296,4294967296,0) " TYPE("f4") "#89 \"\" t b .", NOT_NUMPY },
	{ ARRAY "( 1 %(2) N #89 \"12345678\" t b .", NOT_NUMPY },
	{ ARRAY "( 1 %(2) @numpy.dtype ) R #89 \"12345678\" t b .", NOT_NUMPY },
	{ ARRAY "( 1 %(2) @numpy.dtype ( 5 t R #89 \"12345678\" t b .", NOT_NUMPY },
	{ ARRAY "( 1 %(2) " TYPE("b1") "#89 \"ab\" t b .",
	  "element 0 is 97, a bool must be 0 or 1" },
	{ ARRAY "N b .", NOT_NUMPY },
	{ "@numpy._core.multiarray.scalar ( " TYPE("f8") "\"1234567\" t R .",
	  "its elements need 8 bytes" },
	{ "@numpy._core.multiarray.scalar ( " TYPE("O8") "\"12345678\" t R .",
	  "it has NumPy's type 'O8', which PyTorch does not support" },
	{ "@numpy._core.multiarray.scalar ) R .", NOT_NUMPY },
	{ "@numpy.dtype ( 'evil' t R .",
	  "it has NumPy's type 'evil', which PyTorch does not support" },
	{ "@numpy.dtype ) R .", NOT_NUMPY },
	{ "@numpy.ndarray ) R .", HERE("18", "calling numpy.ndarray is not supported") },
	{ "} 'model' } 'fc' } 'weight' " F "0 %(2,3) %(3,1) N N t R s s s .",
	  "'model.fc.weight': its last element ends at byte 24 of its storage, which has "
	  "16 bytes" },
	{ "} 'a' #5801000000 N #30 s .", HERE("16", "the stack has too few objects") },
	{ "} #580500000061001b5b30 $Float:7:2 s .",
	  "'a': its bytes are missing: there is no entry data/7" },
	{ SPARSE("sparse_coo") "( " I "1 %(2,3) %(3,1) " END F "0 %(3) %(1) " END
			       "%(2,3) #89 t t R .",
	  LIBTORCH "size is inconsistent with indices: for dim 0, size is 2 but found index 2" },
	{ SPARSE("sparse_coo") "( " I "5 %(1,3) %(3,1) " END F "0 %(3) %(1) " END
			       "%(9) #89 t t R .",
	  LIBTORCH "found negative index -1 for dim 0" },
	{ SPARSE("sparse_coo") "( " I "0 %(2,3) %(3,1) " END F "0 %(2) %(1) " END
			       "%(2,3) #89 t t R .",
	  LIBTORCH "indices and values must have same nnz, but got nnz from indices: 3, nnz from "
		   "values: 2" },
	{ SPARSE("sparse_coo") "( " F "0 %(2,2) %(2,1) " END F "0 %(2) %(1) " END
			       "%(2,3) #89 t t R .",
	  LIBTORCH "expected scalar type Long but found Float" },
	{ SPARSE("sparse_coo") "( " I "0 %(2,3) %(3,1) " END F "0 %(3) %(1) " END
			       "%(-2,3) #89 t t R .",
	  LIBTORCH "size is inconsistent with indices: for dim 0, size is -2 but found index 1" },
	{ SPARSE("sparse_coo") "( " I "0 %(2,3) %(3,1) " END F "0 %(3) %(1) " END
			       "%(4611686018427387904,4611686018427387904) #89 t t R .",
	  LIBTORCH "numel: integer multiplication overflow" },
	{ SPARSE("sparse_coo") "( " I "2 %(1,3) %(3,1) " END F "0 %(3) %(1) " END
			       "%(3) #88 t t R .",
	  "its indices are not in order, but the file says that it is coalesced" },
	{ SPARSE("sparse_coo") "( " I "1 %(1,3) %(3,1) " END F "0 %(3) %(1) " END
			       "%(3) #88 t t R .",
	  "its indices are not in order, but the file says that it is coalesced" },
	{ SPARSE("sparse_coo") "( " I "0 %(1,1000000000000) %(0,0) " END F
			       "0 %(1000000000000) %(0) " END "%(3) #89 t t R .",
	  "one of its parts is larger than its storage" },
	{ SPARSE("sparse_coo") "( N " F "0 %(3) %(1) " END "%(3) #89 t t R .", OTHER_ARGUMENTS },
	{ SPARSE("sparse_coo") "( " SPARSE("sparse_coo") "( " I "0 %(2,3) %(3,1) " END F
							 "0 %(3) %(1) " END "%(2,3) #89 t t R " F
							 "0 %(3) %(1) " END "%(3) #89 t t R .",
	  "one of its parts is not a dense tensor" },
	{ SPARSE("sparse_csr") "( " I "1 %(3) %(1) " END I "3 %(1) %(1) " END F "0 %(1) %(1) " END
			       "%(2,3) t t R .",
	  LIBTORCH "`crow_indices[..., 0] == 0` is not satisfied." },
	{ SPARSE("sparse_csr") "( " I "0 %(3) %(1) " END I "6 %(1) %(1) " END F "0 %(1) %(1) " END
			       "%(2,3) t t R .",
	  LIBTORCH "`0 <= col_indices < ncols` is not satisfied." },
	{ SPARSE("sparse_csr") "( " I "0 %(3) %(1) " END I "7 %(1) %(1) " END F "0 %(1) %(1) " END
			       "%(2,3) t t R .",
	  LIBTORCH "`0 <= col_indices < ncols` is not satisfied." },
	{ SPARSE("sparse_csr") "( " I "0 %(3) %(1) " END I "3 %(2) %(1) " END F "0 %(2) %(1) " END
			       "%(2,3) t t R .",
	  LIBTORCH "`crow_indices[..., -1] == nnz` is not satisfied." },
	{ SPARSE("sparse_csr") "( " I "0 %(3) %(1) " END I "3 %(1) %(1) " END F "0 %(1) %(1) " END
			       "%(9,3) t t R .",
	  LIBTORCH
	  "crow_indices.shape[-1] must be equal to the number of rows + 1 (=10), but got 3" },
	{ SPARSE("sparse_bsr") "( " I "0 %(3) %(1) " END I "3 %(1) %(1) " END F "0 %(1) %(1) " END
			       "%(2,3) t t R .",
	  LIBTORCH
	  "values must have dimensionality > sum of batch and block dimensionalities (=0 + 2) "
	  "but got 1" },
	{ SPARSE("strided") "( " I "0 %(3) %(1) " END I "3 %(1) %(1) " END F "0 %(1) %(1) " END
			    "%(2,3) t t R .",
	  "its layout is not sparse" },
	{ SPARSE("jagged") "( " I "0 %(3) %(1) " END I "3 %(1) %(1) " END F "0 %(1) %(1) " END
			   "%(2,3) t t R .",
	  "its layout is not sparse" },
	{ NESTED F "0 %(4) %(1) " END I "6 %(1,1) %(1,1) " END I "1 %(1,1) %(1,1) " END I
		   "0 %(1) %(1) " END "t R .",
	  "its component 0 is not in its buffer" },
	{ NESTED F "0 %(4) %(1) " END I "7 %(1,1) %(1,1) " END I "1 %(1,1) %(1,1) " END I
		   "0 %(1) %(1) " END "t R .",
	  "its component 0 is not in its buffer" },
	{ NESTED F "0 %(4) %(1) " END I "1 %(1,1) %(1,1) " END I "7 %(1,1) %(1,1) " END I
		   "0 %(1) %(1) " END "t R .",
	  "its component 0 is not in its buffer" },
	{ NESTED F "0 %(4) %(1) " END I "1 %(1,1) %(1,1) " END I "1 %(1,1) %(1,1) " END I
		   "6 %(1) %(1) " END "t R .",
	  "its component 0 is not in its buffer" },
	{ NESTED F "0 %(4) %(1) " END I "1 %(1,1) %(1,1) " END I "1 %(1,1) %(1,1) " END I
		   "7 %(1) %(1) " END "t R .",
	  "its component 0 is not in its buffer" },
	{ NESTED F "0 %(4) %(1) " END I "1 %(2,1) %(1,1) " END I "1 %(1,1) %(1,1) " END I
		   "0 %(1) %(1) " END "t R .",
	  "its lists of sizes, strides and offsets do not match" },
	{ NESTED F "0 %(4) %(1) " END F "0 %(1,1) %(1,1) " END I "1 %(1,1) %(1,1) " END I
		   "0 %(1) %(1) " END "t R .",
	  "the parts of a nested tensor must be a vector and three tensors of int64 on the CPU" },
	{ NESTED F "0 %(2,2) %(2,1) " END I "1 %(1,1) %(1,1) " END I "1 %(1,1) %(1,1) " END I
		   "0 %(1) %(1) " END "t R .",
	  "the parts of a nested tensor must be a vector and three tensors of int64 on the CPU" },
	{ NESTED F "0 %(4) %(1) " END I "1 %(1000000000000,1) %(0,0) " END I
		   "1 %(1000000000000,1) %(0,0) " END I "0 %(1000000000000) %(0) " END "t R .",
	  "one of its parts is larger than its storage" },
	{ QUANTIZED "0 %(2,3) %(3,1) ( @torch.per_channel_affine " S "0 %(1) %(1) " END I
		    "0 %(2) %(1) " END "0 t " END ".",
	  "it needs 2 scales and zero points" },
	{ QUANTIZED "0 %(2,3) %(3,1) ( @torch.per_channel_affine " S "0 %(2) %(1) " END I
		    "0 %(3) %(1) " END "0 t " END ".",
	  "it needs 2 scales and zero points" },
	{ QUANTIZED "0 %(2,3) %(3,1) ( @torch.per_channel_affine " S "0 %(2) %(1) " END I
		    "0 %(2) %(1) " END "2 t " END ".",
	  "it has no dimension 2" },
	{ QUANTIZED "0 %(2,3) %(3,1) ( @torch.per_channel_affine " S "0 %(2) %(1) " END I
		    "0 %(2) %(1) " END "-1 t " END ".",
	  "it has no dimension -1" },
	{ QUANTIZED "0 %(1000000000000,3) %(0,1) ( @torch.per_channel_affine " S
		    "0 %(1000000000000) %(0) " END I "0 %(1000000000000) %(0) " END "0 t " END ".",
	  "one of its parts is larger than its storage" },
	{ QUANTIZED "0 %(2,3) %(3,1) ( @torch.per_channel_affine " META
		    "@torch.float64 %(2) %(1) #89 t R " I "0 %(2) %(1) " END "0 t " END ".",
	  "its scales or zero points are on another device" },
	{ QUANTIZED "0 %(2,3) %(3,1) ( @torch.per_channel_affine ~0.5 0 0 t " END ".",
	  "one of its parts is not a tensor" },
	{ CONVERTED META
	  "@torch.float32 %(1000000000000) %(1) #89 t R @torch.float64 'cpu' #89 t R .",
	  "its storage is on the meta device, which holds no data" },
	{ "] p0 ( g0 @torch.float32 'cpu' #89 t p1 #30 "
	  "@torch._utils._rebuild_device_tensor_from_cpu_tensor g1 R a .",
	  "'0': one of its parts is not a tensor" },
	{ ARRAY "( 1 " MANY_SIZES " " TYPE("f4") "#89 \"1234\" t b .", NOT_NUMPY },
};

START_TEST(tensor_that_is_wrong_is_refused)
{
	const bool is_libtorchs = *wrong[_i].message == *LIBTORCH;

	if (is_libtorchs && expected_is_of_another_release())
		assert_pickle_is_an_error(wrong[_i].words);
	else
		assert_pickle_refused(wrong[_i].words, wrong[_i].message + is_libtorchs);
}
END_TEST

/* Those that the wrong ones differ from. */
START_TEST(tensor_that_is_right_is_loaded)
{
	static const char *const right[] = {
		F "0 %(2,2) %(2,1) " END ".",
		F "0 %(1000000000000) %(0) " END ".",
		F "4 %(0) %(1) " END ".",
		META "@torch.float32 %(1000000000000) %(1) #89 t R .",
		QUANTIZED "0 %(2,3) %(3,1) ( @torch.per_tensor_affine ~0.5 0 t " END ".",
		QUANTIZED "0 %(2,3) %(3,1) ( @torch.per_channel_affine " S "0 %(2) %(1) " END I
			  "0 %(2) %(1) " END "0 t " END ".",
		SPARSE("sparse_coo") "( " I "0 %(2,3) %(3,1) " END F "0 %(3) %(1) " END
				     "%(2,3) #88 t t R .",
		SPARSE("sparse_csr") "( " I "0 %(3) %(1) " END I "3 %(1) %(1) " END F
				     "0 %(1) %(1) " END "%(2,3) t t R .",
#if CT_RELEASE_AT_LEAST(2, 1) /* before, its parts are lists */
		/* As large as its buffer, as 2.6.0 demands. */
		NESTED F "0 %(4) %(1) " END I "1 %(3,1) %(1,1) " END I "1 %(3,1) %(1,1) " END I
			 "0 %(3) %(1) " END "t R .",
#endif
		ARRAY "( 1 %(2) " TYPE("f4") "#89 \"12345678\" t b .",
		CONVERTED F "0 %(2) %(1) " END "@torch.float64 'cpu' #89 t R .",
		PARAMETER F "0 %(2) %(1) " END "#88 N t R .",
	};

	if (!CT_RELEASE_AT_LEAST(2, 1))
		LEFT_OUT("a nested tensor", "its parts are lists");
	for (size_t i = 0; i < LENGTH(right); i++)
		assert_pickle_loads(right[i], CT_VALUE_TENSOR);
}
END_TEST

/* A tensor of others of others. */
START_TEST(tensors_cannot_be_made_of_others_without_end)
{
	char words[4000] = "";

	for (int i = 0; i < 20; i++)
		strcat(words, PARAMETER);
	strcat(words, F "0 %(2) %(1) " END);
	for (int i = 0; i < 20; i++)
		strcat(words, "#89 t R ");
	strcat(words, ".");
	assert_pickle_refused(words, "its component tensors are nested more than 16 levels deep");
}
END_TEST

Suite *wrong_tensors_suite(void)
{
	Suite *suite = suite_create("saved tensors that are wrong");
	TCase *tests = tests_of("saved tensors that are wrong");

	tcase_add_checked_fixture(tests, make_hostile_folder, remove_hostile_folder);
	tcase_add_loop_test(tests, tensor_that_is_wrong_is_refused, 0, (int)LENGTH(wrong));
	tcase_add_test(tests, tensor_that_is_right_is_loaded);
	tcase_add_test(tests, tensors_cannot_be_made_of_others_without_end);
	suite_add_tcase(suite, tests);
	return suite;
}
