// The types of the package.
/// <reference path="types/torch.d.ts" />
/// <reference path="types/words.d.ts" />
/// <reference path="types/structs.d.ts" />
/// <reference path="types/handles.d.ts" />
/// <reference path="types/methods.d.ts" />
/// <reference path="types/operator_methods.d.ts" />
/// <reference path="types/Operators/all.d.ts" />
/// <reference path="types/Functions/all.d.ts" />
/// <reference path="types/Linalg/all.d.ts" />
/// <reference path="types/Fft/all.d.ts" />
/// <reference path="types/Special/all.d.ts" />
/// <reference path="types/Functional/all.d.ts" />
/// <reference path="types/Functional/python.d.ts" />
/// <reference path="types/Init/all.d.ts" />
/// <reference path="types/Utils/all.d.ts" />
/// <reference path="types/NnClasses/all.d.ts" />
/// <reference path="types/Optimizers/all.d.ts" />
/// <reference path="types/Schedulers/all.d.ts" />
/// <reference path="types/Transforms/all.d.ts" />
/// <reference path="types/Distributions/all.d.ts" />
/// <reference path="types/classes/nn/all.d.ts" />
/// <reference path="types/classes/optim/all.d.ts" />
/// <reference path="types/classes/optim.lr_scheduler/all.d.ts" />
/// <reference path="types/classes/transforms/all.d.ts" />
/// <reference path="types/classes/distributions/all.d.ts" />

export = torch;
