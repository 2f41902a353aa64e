/** Compiled modules that the build passes to the runtime unchanged. */
declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}

interface ImportMeta {
  readonly env?: { readonly DEV: boolean };
}
