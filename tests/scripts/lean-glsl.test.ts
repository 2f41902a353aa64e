import { expect, it } from "vitest";
import { shortenShader } from "../../scripts/site/lean-glsl.ts";

it("shortens a shader without joining words, signs or directives", () => {
  const code = `
#include <common>
\${HEAD}
// A comment.
float half( float at ) {
	return at - - 0.50 * 10.0; /* two
	lines */
}
#ifdef RICH
	color = kind == \${KIND.star}
		? vec3( 1.0, 0.25, 1e-4 )
		: - tint;
#endif`;
  expect(shortenShader(code)).toBe(`
#include <common>
\${HEAD}
float half(float at){return at- -.50*10.;}
#ifdef RICH
color=kind==\${KIND.star}?vec3(1.,.25,1e-4) :-tint;
#endif
`);
});
