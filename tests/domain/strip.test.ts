import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { API } from "#domain/api/all.ts";
import { stripper } from "#domain/api/strip.ts";

const inner = z.object({ id: z.int(), name: z.string() });
const schema = z.object({
  data: z.array(z.object({ id: z.int(), user: inner, event: z.nullable(inner), count: z.optional(z.int()) })),
  tags: z.array(z.string()),
  meta: inner,
});
const strip = stripper(schema);

/** Objects of `fields`, now and then with something that no contract names. */
const leaky = <T extends object>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc
    .tuple(fc.record(fields), fc.option(fc.dictionary(fc.constantFrom("email", "secret", "k"), fc.string())))
    .map(([value, more]) => ({ ...more, ...value }));

const innerValue = leaky({ id: fc.integer(), name: fc.string() });
const card = fc
  .tuple(
    leaky({ id: fc.integer(), user: innerValue, event: fc.option(innerValue) }),
    fc.option(fc.integer(), { nil: undefined }),
  )
  .map(([value, count]) => (count === undefined ? value : { ...value, count }));
const answer = leaky({ data: fc.array(card), tags: fc.array(fc.string()), meta: innerValue });

describe("an answer is stripped to its contract", () => {
  test("which leaves exactly what the schema itself would leave, and changes nothing in place", () => {
    fc.assert(
      fc.property(answer, (value) => {
        const before = structuredClone(value);
        expect(strip(value)).toEqual(schema.parse(value));
        expect(value).toEqual(before);
      }),
    );
  });

  test("and is not copied where it has nothing more", () => {
    const exact = {
      data: [{ id: 1, user: { id: 2, name: "a" }, event: null }],
      tags: ["b"],
      meta: { id: 3, name: "c" },
    };
    expect(strip(exact)).toBe(exact);
    const [first] = exact.data;
    const leaking = { ...exact, meta: { ...exact.meta, secret: "x" } };
    const stripped = strip(leaking) as typeof exact;
    expect(stripped).toEqual(exact);
    expect(stripped.data[0]).toBe(first);
  });

  test("whatever it is made of: every endpoint's answer has a stripper that lets no other field out", () => {
    for (const route of API) expect(stripper(route.output)({ leaked: 1 }), route.path).toEqual({});
  });
});
