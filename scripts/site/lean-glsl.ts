import type { Plugin } from "vite";

const SHADER = /\/\* glsl \*\/ `([^`]*)`/g;
const COMMENT = /^\s*\/\/.*\n?/gm;
const INDENT = /^[ \t]+|[ \t]+$/gm;
/** Spaces beside signs, outside of directives. */
const SPACES = /^(?!\s*#).*$/gm;

/** Shortens a shader without changing it: no comments, indents and needless spaces. Directives keep their lines. */
export const shortenShader = (code: string): string =>
  code
    .replace(COMMENT, "")
    .replace(INDENT, "")
    .replace(SPACES, (line) => line.replace(/ ?([=+*/<>?:;,(){}[\]&|]) ?/g, "$1"));

/** Shortens the shaders of the web build, which are templates after a `glsl` comment. */
export function leanGlsl(): Plugin {
  return {
    name: "lean-glsl",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /[\\/]web[\\/]game[\\/].*\.ts$/, code: "/* glsl */" },
      handler: (code) => ({
        code: code.replace(SHADER, (_, shader: string) => `\`${shortenShader(shader)}\``),
        map: null,
      }),
    },
  };
}
