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
    /** Throws a TypeError: an object is not JSON. */
    toJSON(): never;
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
    to(device: string, options?: { dtype?: Dtype; non_blocking?: boolean; copy?: boolean; memory_format?: MemoryFormat | null }): Tensor;
    toAsync(device: string, options?: { dtype?: Dtype; non_blocking?: boolean; copy?: boolean; memory_format?: MemoryFormat | null }): Promise<Tensor>;
    bool(): Tensor;
    byte(): Tensor;
    char(): Tensor;
    short(): Tensor;
    int(): Tensor;
    long(): Tensor;
    half(): Tensor;
    bfloat16(): Tensor;
    float(): Tensor;
    double(): Tensor;
    cpu(): Tensor;
    cuda(): Tensor;
    backward(options: BackwardOptions): void;
    backward(gradient: Tensor | null, options?: BackwardOptions): void;
    backward(gradient: Tensor | null, retain_graph?: boolean | null, create_graph?: boolean, inputs?: Tensor[]): void;
    backwardAsync(options: BackwardOptions): Promise<void>;
    backwardAsync(gradient: Tensor | null, options?: BackwardOptions): Promise<void>;
  }
  interface BackwardOptions { gradient?: Tensor | null; retain_graph?: boolean | null; create_graph?: boolean; inputs?: Tensor[]; }

  interface Distribution {
    sample(): Tensor;
    rsample(): Tensor;
  }

  interface Module {
    forward(...inputs: any[]): any;
    train(on?: boolean): this;
    eval(): this;
    to(device: string, dtype: Dtype, options?: ModuleToOptions): this;
    to(what: string, options?: ModuleToOptions): this;
    to(options: ModuleToOptions): this;
    half(): this;
    bfloat16(): this;
    float(): this;
    double(): this;
    cpu(): this;
    cuda(): this;
    parameters(): Tensor[];
    children(): Module[];
    named_children(): [string, Module][];
    modules(): Module[];
    named_modules(prefix?: string): [string, Module][];
    /** Calls f for each child, then for the module. */
    apply(f: (module: Module) => void): this;
    load_state_dict(state: Value, options: LoadStateDictOptions & { strict?: boolean }): any;
    load_state_dict(state: Value, strict: boolean): any;
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

  namespace nn { type Module = torch.Module; }
  namespace utils.data {
    type DataLoader = torch.DataLoader;
    type TensorDataset = torch.Dataset;
  }

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
