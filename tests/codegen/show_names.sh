#!/usr/bin/env bash
# show_names.sh GENERATOR PROJECT: `ctorch-gen show` finds names as programs in Python spell them, and
# prints the call; what C lacks is said to be missing.
generator=$1 project=$2
# shellcheck source=tests/codegen/check.sh
. "$(dirname "$0")/check.sh"

finds() { # NAME LINE...: each line is in the answer
  local name=$1
  shift
  gen show --root "$project" --yaml "$project/native_functions.yaml" "$name"
  gives "$name is found" 0 "$@"
}

finds x.view 'call:      CT(view, &result, self, size)'
finds x.item 'call:      ct_tensor_item(self, &result)' 'ct_tensor_item_double(self, &result)'
finds 'x[...]' 'ct_tensor_index_text(self, text, &result)'
finds 'x[...]=' 'ct_tensor_index_put_text(self, text, value)'
finds 'x[0, 1:] = y' 'ct_tensor_index_put_text(self, text, value)'
finds 'x[0] == y' 'ct_tensor_index_text(self, text, &result)'
finds Tensor.cuda 'operators: to.device' 'CT(to_device, &result, self, device, dtype)'
finds x.T 'operators: numpy_T' 'CT(numpy_T, &result, self)'
finds x.H 'CT(matrix_H, &result, self)'
finds x.is_cuda 'call:      ct_tensor_device(self)'
finds x.float 'CT(to_dtype, &result, self, dtype)'
finds loss.backward 'ct_tensor_backward(self)'
finds net.eval 'call:      ct_module_eval(self)'
finds optimizer.step 'call:      ct_optimizer_step(self)' 'ct_optimizer_step_closure(self, closure, context, &loss)'
finds resnet18 'ct_models_resnet18_new(options, &result)'
finds torchvision.models.vgg16 'ct_models_vgg16_new(options, &result)'
finds EarlyStopping 'ct_early_stopping_update(self, value)'
finds pd.read_csv 'ct_csv_load(path, options, &result)'
finds nn.ModuleList 'CT_NN(ModuleList)' 'also:      CT_APPEND(list, module), <ctorch/nn/nn.h>'
finds jit.load 'ct_jit_load(path, options, &result)'
finds torch.compile 'ct_compile(module, inputs, options, &result)'
finds torch.jit.script 'not in C:  it reads'
finds vmap 'torch.func.vmap' 'not in C:  it transforms'
finds torch.special.erfinv 'CT(special_erfinv, &result, self)'
finds torch.fft.rfft 'CT(fft_rfft, &result, self)'
finds torch.linalg.svd 'CT(linalg_svd, &U, &S, &Vh, A)'
finds torch.sparse.mm 'CT(_sparse_mm, &result, sparse, dense)'
finds torch.split 'CT(split_Tensor, &result, &result_len, self, split_size)'
finds torch.norm 'CT(norm_ScalarOpt_dim, &result, self, CT_S(p), dim)'

finds x.nbytes 'ct_tensor_numel(self)' 'ct_tensor_element_size(self)' 'the product of the two'
finds x.new_tensor 'CT_OPTIONS(.device = ct_tensor_device(x))'
finds x.type 'call:      ct_tensor_dtype(self)' 'x.type(dtype) is CT(to_dtype, &y, x, dtype)'
finds x.short 'python:    to(torch.int16)'
finds x.__matmul__ 'CT(matmul, &result, self, other)'
finds model.training 'ct_module_is_training(self)'
finds optimizer.param_groups 'ct_optimizer_get(self, group, name, &result)'
finds torch.float32 'typedef int32_t ct_dtype;' 'note:      write CT_FLOAT32'
finds torch.finfo 'not in C:  use FLT_EPSILON'
finds torch.cuda.amp.autocast 'call:      CT_AUTOCAST('
finds torch.cuda.Stream 'ct_stream_new('
finds torch.distributed.all_reduce 'ct_dist_all_reduce('
finds nn.parallel.DistributedDataParallel 'libctorch_distributed, as ct_ddp_new()'
finds torch.onnx.export 'not in C:  record the program with ct_export_record_module()'
finds torch.func.jacrev 'ct_functional_jacobian('
finds nn.Transformer.generate_square_subsequent_mask \
  'ct_nn_Transformer_generate_square_subsequent_mask(size, dtype, device, &result)'
finds torch.distributions.constraints.positive 'call:      CT_CONSTRAINT(positive)'
finds constraints.interval 'torch.distributions.constraints.interval'
finds torch.distributions.transforms.ExpTransform 'torch.distributions.ExpTransform'
finds transforms.Resize 'torchvision.transforms.v2.Resize'

gen show --root "$project" --yaml "$project/native_functions.yaml" torch.float32
check "a type is not called" test "$(grep -c "^call:" "$work/.out")" = 0
gen show --root "$project" --yaml "$project/native_functions.yaml" jit.lod
says "a name with its module is not a variable's method" 2 "has no operator 'jit.lod'" "'torch.jit.load'"
gen show --root "$project" --yaml "$project/native_functions.yaml" x.nothing
says "a method that does not exist" 2 "has no operator 'x.nothing'"
finish
