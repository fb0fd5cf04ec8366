// The types that are written by hand; the generator writes the other files of the folder.
declare namespace torch {
  type Int = number | bigint;
  type Scalar = number | bigint | boolean | Float | { re: number; im: number };
  /** What a file or a program may have. */
  type Value = any;
  /** What a function with no, one or several results returns. */
  type Result<T extends unknown[]> = T extends [] ? void : T extends [infer One] ? One : T;
  type Class<T> = abstract new (made: T) => T;
  type Numbers = number | bigint | boolean | Numbers[];
  type TypedArray = Uint8Array | Int8Array | Int16Array | Int32Array | BigInt64Array | Float32Array | Float64Array | Uint16Array | Uint32Array | BigUint64Array;

  /** A number that is a float although it has no fraction. */
  interface Float { readonly value: number; }

  interface Handle {
    /** Releases the object now, without waiting for the collector. */
    free(): void;
    toString(): string;
  }

  interface Tensor extends Iterable<Tensor> {
    readonly shape: number[];
    readonly dtype: Dtype;
    readonly device: string;
    grad: Tensor | null;
    requires_grad: boolean;
    /** A copy of all elements; of float16 and other types that have no array, as float32. */
    toTypedArray(): TypedArray;
    /** Nested arrays; BigInts where a number would not be exact. */
    tolist(): any;
  }

  interface Module {
    forward(...inputs: any[]): any;
    train(on?: boolean): this;
    eval(): this;
    parameters(): Tensor[];
    register_buffer(name: string, value: Tensor | null, isPersistent?: boolean): void;
    /** A part of a module of the library: linear.weight. */
    [part: string]: any;
  }

  interface Program {
    forward(...args: Value[]): any;
    forwardAsync(...args: Value[]): Promise<any>;
  }
  interface Jit extends Program {}
  interface Export extends Program {}

  interface DataLoader extends Iterable<any>, AsyncIterable<any> {}

  interface TorchError extends Error { readonly function: string | undefined; }
  type Errors = Record<'TorchError' | 'RuntimeError' | 'ArgumentError' | 'IndexError' | 'ValueError' | 'TypeError' | 'NotImplementedError'
    | 'OutOfMemoryError' | 'LinAlgError' | 'InternalError' | 'BufferError' | 'SyntaxError' | 'AcceleratorError' | 'KeyError'
    | 'AttributeError' | 'AssertionError', new (message?: string) => TorchError>;

  type Hidden = 'autograd_enter' | 'autograd_leave' | 'autocast_enter' | 'autocast_leave';

  interface Torch extends Operators, Omit<Functions, Hidden>, Classes, Errors {
    readonly release: string;
    /** Numbers are float32, BigInts int64, booleans bool; a typed array keeps its type. */
    tensor(data: Numbers | TypedArray | Tensor, options?: { dtype?: Dtype; device?: string; requires_grad?: boolean }): Tensor;
    float(value: number): Float;
    /** Frees what f makes, except what it returns. */
    scope<T>(f: () => T): T;
    no_grad<T>(f: () => T): T;
    enable_grad<T>(f: () => T): T;
    inference_mode<T>(f: () => T): T;
    autocast<T>(options: AutocastOptions, f: () => T): T;
    readonly linalg: Linalg;
    readonly fft: Fft;
    readonly special: Special;
    readonly jit: { load: Functions['jit_load']; [name: string]: any };
    readonly export: { load: Functions['export_load']; [name: string]: any };
    readonly autograd: { [name: string]: any };
    readonly models: { [name: string]: any };
    readonly nn: NnClasses & {
      readonly functional: Functional;
      readonly init: Init;
      readonly utils: Utils;
      readonly Module: new () => Module;
      Parameter(data: Tensor, requiresGrad?: boolean): Tensor;
    };
    readonly optim: Optimizers & { readonly lr_scheduler: Schedulers };
    readonly transforms: Transforms;
    readonly distributions: Distributions;
    readonly utils: {
      readonly data: {
        readonly DataLoader: new (dataset: Dataset, options?: DataLoaderOptions) => DataLoader;
        readonly TensorDataset: new (...tensors: Tensor[]) => Dataset;
      };
    };
    readonly float32: 'float32';
    readonly float64: 'float64';
    readonly float16: 'float16';
    readonly bfloat16: 'bfloat16';
    readonly int64: 'int64';
    readonly int32: 'int32';
    readonly uint8: 'uint8';
    readonly bool: 'bool';
    readonly complex64: 'complex64';
  }
}

declare const torch: torch.Torch;
