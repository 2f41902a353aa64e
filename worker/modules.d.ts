/** Compiled modules that the build hands to the runtime as they are. */
declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}

interface ImportMeta {
  readonly env?: { readonly DEV: boolean };
}
