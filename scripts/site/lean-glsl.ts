import type { Plugin } from "vite";

/** A template with code of a shader. Expressions in it have no backticks. */
const SHADER = /(?<=\/\* glsl \*\/ `)[^`]*/g;
const COMMENT = /\/\/.*|\/\*[\s\S]*?\*\//g;
/** A space at an operator or a bracket. One between two signs stays: `a - - b` isn't `a--b`. */
const SPACE = /(?<![-+]) (?=[^\w\s$])|(?<=[^\w\s$}]) (?![-+])/g;

function leanLine(line: string): string {
  // A directive has a line of its own, and an expression may be one.
  if (/^[#$]/.test(line)) return `\n${line}\n`;
  const lean = line
    .replace(SPACE, "")
    .replace(/(\d\.)0+\b/g, "$1")
    .replace(/\b0(?=\.\d)/g, "");
  return /[;,{}]$/.test(lean) ? lean : `${lean} `;
}

/** Code of a shader without comments and without spaces that separate nothing. */
export function shortenShader(code: string): string {
  const lines = code.replace(COMMENT, "").split("\n");
  return lines
    .map((line) => line.trim() && leanLine(line.trim()))
    .join("")
    .replace(/\n+/g, "\n");
}

/** Shortens the shaders in the build's templates, which no minifier of JavaScript reads. */
export const leanGlsl = (): Plugin => ({
  name: "lean-glsl",
  apply: "build",
  enforce: "pre",
  transform: {
    filter: { code: "/* glsl */" },
    handler: (code) => ({ code: code.replace(SHADER, shortenShader), map: null }),
  },
});
