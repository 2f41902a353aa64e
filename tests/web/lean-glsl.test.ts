import { describe, expect, it } from "vitest";
import { shortenShader } from "#scripts/site/lean-glsl.ts";
import { BLOCK_SHADER } from "#web/game/world/block-shader.ts";
import { AIR_SHADER, SKY_SHADER } from "#web/game/world/sky-shader.ts";

const shaders = Object.entries({
  ...BLOCK_SHADER,
  ...prefixed("sky", SKY_SHADER),
  ...prefixed("air", AIR_SHADER),
});

function prefixed(prefix: string, parts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(parts).map(([name, code]) => [`${prefix} ${name}`, code]));
}

/** Names, numbers and signs, with the lines of directives as they are. */
function tokensOf(code: string): string[] {
  return code
    .replace(/\/\/[^\n]*/g, "")
    .split("\n")
    .flatMap((line) =>
      line.trim().startsWith("#") ? [line.trim()] : (line.match(/[A-Za-z_]\w*|\.?\d[\w.]*|\S/g) ?? []),
    );
}

describe("A shortened shader", () => {
  it.each(shaders)("has the same tokens: %s", (_, code) => {
    const short = shortenShader(code);
    expect(tokensOf(short)).toEqual(tokensOf(code));
    expect(short.length).toBeLessThanOrEqual(code.length);
  });

  it("keeps directives on lines of their own", () => {
    expect(shortenShader("  // Half.\n  #ifdef RICH\n  float a = 1.0;\n  #endif\n")).toBe(
      "#ifdef RICH\nfloat a=1.0;\n#endif\n",
    );
  });
});
