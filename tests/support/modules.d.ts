/** Compiled modules: Vitest passes them to the runtime unchanged. */
declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
