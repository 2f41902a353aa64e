interface ImportMeta {
  readonly env?: { readonly DEV: boolean };
}

/** As Cloudflare names it: every file of the worker can say `Env`. */
type Env = import("./env.ts").Env;
