import fc from "fast-check";
import { mentionedNames } from "#domain/comments/mentions.ts";
import { mentionableText, plainText, renderMarkdown } from "#domain/forums/markdown/render-markdown.ts";
import { expectLinearCpu } from "#tests/support/cpu.ts";
import { forAll } from "#tests/support/for-all.ts";

const html = (text: string) => renderMarkdown(text).html;

/** Every tag that can be in the HTML of a text; anything else is text. */
const OPENING = [
  /<(p|em|strong|ul|ol|li|blockquote|pre|code|br|hr)>/,
  /<(span) data-spoiler>/,
  /<(a) href="\/(?!\/)[^\s"<>\\]*">/,
  /<(a) href="https?:\/\/[^\s"<>\\]+" rel="nofollow noopener noreferrer ugc" target="_blank">/,
  /<(a) data-mention href="\/users\/\w{3,20}">/,
  /<(p) data-embed="(?:level|item)" data-id="[1-9]\d{0,11}">/,
  /<(img) class="emoticon" src="\/static\/emoticons\/[a-z_]+\.svg" alt=":[a-z_]+:" width="24" height="24">/,
];
const CLOSING = /<\/(p|em|strong|ul|ol|li|blockquote|pre|code|span|a)>/;
const TAG = new RegExp([CLOSING, ...OPENING].map(({ source }) => source).join("|"), "g");
const VOID = ["br", "hr", "img"];

/** Reads the HTML strictly and fails for anything that isn't ours. */
function expectSafe(rendered: string): void {
  const open: string[] = [];
  let deepest = 0;
  for (const [, closed, ...opened] of rendered.matchAll(TAG)) {
    const name = opened.find(Boolean) ?? "";
    if (closed) expect(open.pop(), rendered).toBe(closed);
    else if (!VOID.includes(name)) {
      if (name === "a" || name === "p") expect(open, rendered).not.toContain(name);
      deepest = Math.max(deepest, open.push(name));
    }
  }
  expect(open, rendered).toEqual([]);
  expect(deepest).toBeLessThan(20);
  expect(rendered.replace(TAG, "")).not.toMatch(/[<>"]|&(?!(?:amp|lt|gt|quot);)/);
}

/** Texts made of pieces that have a meaning in Markdown, in any order. */
const syntax = [
  ...`* ** *** _ || \` \`\`\` > --- :duck: : @ @Bob_1 [ ] ( )`.split(" "),
  ..."[x]( [**b**](/a) ](https://a.b/c) https://a.b/_x_".split(" "),
  ...`/levels/12 < & " ' &lt; \\ a Zoë 🦆 \u0301 \u202e javascript: // <b> <script> onerror=`.split(" "),
  ...["\n", "\n\n", "> ", "- ", "  - ", "1. ", "2. ", "\n/levels/12\n", "\n[item:7]\n", " ", "   ", "\t"],
];
const anyText = fc.oneof(
  fc.array(fc.constantFrom(...syntax), { maxLength: 60 }).map((pieces) => pieces.join("")),
  fc.string({ unit: "grapheme", maxLength: 200 }),
);

describe("rendered Markdown", () => {
  test("has only our own tags, each closed in its place, and escapes every character with a meaning in HTML", () => {
    forAll(3_000, anyText, (text) => expectSafe(html(text)));
    expect(html('<b a="1">&amp;</b>')).toBe("<p>&lt;b a=&quot;1&quot;&gt;&amp;amp;&lt;/b&gt;</p>");
  });

  test("lists each card once, 10 at most, and contains all of them", () => {
    forAll(fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 15 })), { maxLength: 40 }), (list) => {
      const { levels, items, html } = renderMarkdown(
        list.map(([level, id]) => (level ? `/levels/${id}` : `[item:${id}]`)).join("\n"),
      );
      expect(levels.length + items.length).toBeLessThanOrEqual(10);
      expect(new Set(levels).size + new Set(items).size).toBe(levels.length + items.length);
      for (const id of levels) expect(html).toContain(`<p data-embed="level" data-id="${id}">`);
      for (const id of items) expect(html).toContain(`<p data-embed="item" data-id="${id}">`);
      for (const [, kind, id] of html.matchAll(/data-embed="(\w+)" data-id="(\d+)"/g))
        expect(kind === "level" ? levels : items).toContain(Number(id));
    });
  });

  test("links exactly the users who count as mentioned outside of quotes", () => {
    forAll(2_000, anyText, (text) => {
      const linked = [...html(text).matchAll(/<\/?blockquote>|data-mention href="\/users\/(\w+)"/g)];
      let depth = 0;
      const names = new Set<string>();
      for (const [piece, name] of linked)
        if (!name) depth += piece.startsWith("</") ? -1 : 1;
        else if (depth === 0) names.add(name.toLowerCase());
      const mentioned = mentionedNames(mentionableText(text)).map((name) => name.toLowerCase());
      expect(mentioned).toEqual([...names].slice(0, mentioned.length));
      expect(mentioned.length).toBe(Math.min(names.size, 5));
    });
  });

  test("gives prose back unchanged as plain text, and anything else in one line without tags", () => {
    const prose = fc.array(fc.stringMatching(/^[a-zA-Zäß.,!?'()&<>"]{1,9}$/), {
      minLength: 1,
      maxLength: 20,
    });
    forAll(prose, (words) => {
      const text = `A ${words.join(" ")}`;
      expect(plainText(text)).toBe(text);
    });
    forAll(anyText, (text) => {
      const plain = plainText(text);
      expect(plain).toBe(plain.trim());
      expect(plain).not.toMatch(/\n|<\/?(?:p|em|strong|li|blockquote)>/);
    });
  });
});

describe("an attack in Markdown", () => {
  test.each([
    "<script>alert(1)</script>",
    "<svg/onload=alert(1)>",
    '<img src=x onerror="alert(1)">',
    "<iframe srcdoc='<script>alert(1)</script>'>",
    "<style>*{display:none}</style>",
    "<!--><script>alert(1)</script>-->",
    "<![CDATA[<b>]]>",
    "</p></div><script>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;script&#62; &#x3c;b&#x3e;",
    '`<code onclick="x">`',
    "```\n</code></pre><script>alert(1)</script>",
    "```<script>\nx\n```",
    "```\nnever closed <b>",
    "||</span><script>||",
    '[x"onmouseover="alert(1)](/a"b)',
    '[x](/a"onmouseover="alert(1))',
    "[<img src=x onerror=alert(1)>](/a)",
    "[a](https://x.y/?q=<script>)",
    'https://x.y/"onclick="alert(1)',
    ':duck" onerror="alert(1):',
    '@bob"onclick="x',
    "/levels/12\u0000<script>",
    "[level:12<b>]",
    "**<b>** __<i>__ *<u>*",
    "> <b>\n> > <i>\n- <u>\n1. <s>",
    "\u202e\u2066<b>\u2069",
    "{{constructor.constructor('alert(1)')()}}",
  ])("like %s is shown as text", (text) => expectSafe(html(text)));

  test.each([
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java\nscript:alert(1))",
    "[x](java\tscript:alert(1))",
    "[x](\u0001javascript:alert(1))",
    "[x](javascript&colon;alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](vbscript:msgbox(1))",
    "[x](file:///etc/passwd)",
    "[x](//evil.example)",
    "[x](///evil.example)",
    "[x](/\\evil.example)",
    "[x](\\\\evil.example)",
    "[x](/\t/evil.example)",
    "[x](https:/evil.example)",
    "[x](https:evil.example)",
    "[x](https:///evil.example)",
    "[x](https://)",
    "[x](https://good.example@evil.example)",
    "[x](https://good.example\\@evil.example)",
    "[x](mailto:a@b.c)",
    "[x](evil.html)",
    "[x](#top)",
    "[x]()",
    "![x](javascript:alert(1))",
    "[x]: javascript:alert(1)",
    "<javascript:alert(1)>",
    "javascript:alert(1)",
  ])("like %s is no link", (text) => {
    expectSafe(html(text));
    expect(html(text)).not.toContain("<a");
  });

  const N = 10_000;
  const heaps = [
    ..."* ** *** _ || | ` [ ]( [a]( [a](x() [a]((( [[a](/b) >".split(" "),
    ..."*_ @ @aaa : :a https://a https://a! https://a( /levels/ `a < & \u0301 \u{1f9d1}\u200d \u202e".split(
      " ",
    ),
    ...["```\n", "> ", ">\n", "- ", "-\n", "- a\n", "- a\n  ", "  - a\n", "1. a\n\n", "*a ", "a*", "*a **b "],
    ...["***a** b* ", "/levels/1\n", " ", "\n"],
  ];
  test.each(heaps)("with many characters of %j is read in linear time", (piece) => {
    const textOf = (length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
    expectLinearCpu(textOf, N, html);
    const text = textOf(N);
    expectSafe(html(text));
    expect(html(text).length).toBeLessThan(N * 12);
  });
});

describe("Markdown", () => {
  const LINK = 'rel="nofollow noopener noreferrer ugc" target="_blank"';
  const DUCK = '<img class="emoticon" src="/static/emoticons/duck.svg" alt=":duck:" width="24" height="24">';
  test.each([
    [
      "**bold** and *slanted* and _slanted_",
      "<p><strong>bold</strong> and <em>slanted</em> and <em>slanted</em></p>",
    ],
    ["***both***", "<p><strong><em>both</em></strong></p>"],
    ["***a** b*", "<p><em><strong>a</strong> b</em></p>"],
    ["**a *b***", "<p><strong>a <em>b</em></strong></p>"],
    ["*a **b* c**", "<p><em>a **b</em> c**</p>"],
    ["2 * 3 * 4, 2*3*4, snake_case_name", "<p>2 * 3 * 4, 2*3*4, snake_case_name</p>"],
    ["¯\\_(ツ)_/¯", "<p>¯\\_(ツ)_/¯</p>"],
    ["||Max did it||", "<p><span data-spoiler>Max did it</span></p>"],
    ["||||", "<p>||||</p>"],
    ["`a*b*` :duck: :unknown:", `<p><code>a*b*</code> ${DUCK} :unknown:</p>`],
    ["a\nb\n\nc", "<p>a<br>b</p><p>c</p>"],
    ["a\n---\nb", "<p>a</p><hr><p>b</p>"],
    ["Hi @Max!", '<p>Hi <a data-mention href="/users/Max">@Max</a>!</p>'],
    ["max@site.com", "<p>max@site.com</p>"],
    ["[a **b**](/levels/1)", '<p><a href="/levels/1">a <strong>b</strong></a></p>'],
    ["[@Max](/a)", '<p><a href="/a">@Max</a></p>'],
    ["(https://a.b/c_(d)).", `<p>(<a href="https://a.b/c_(d)" ${LINK}>https://a.b/c_(d)</a>).</p>`],
    ["**https://a.b**", `<p><strong><a href="https://a.b" ${LINK}>https://a.b</a></strong></p>`],
    ["see /levels/12.", '<p>see <a href="/levels/12">/levels/12</a>.</p>'],
    [
      "- a\n- b\n  - c\n    - d\n- e",
      "<ul><li>a</li><li>b<ul><li>c<ul><li>d</li></ul></li></ul></li><li>e</li></ul>",
    ],
    ["1. a\n  - x\n2. b\n\n3. c", "<ol><li>a<ul><li>x</li></ul></li><li>b</li><li>c</li></ol>"],
    ["Rules:\n- one", "<p>Rules:</p><ul><li>one</li></ul>"],
    ["born in\n1990. It was", "<p>born in<br>1990. It was</p>"],
    ["> a\n> > b\n\nc", "<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote><p>c</p>"],
    ["> a\nb", "<blockquote><p>a</p></blockquote><p>b</p>"],
    ["```js\n**x** <y>\n\n  z\n```\na", "<pre><code>**x** &lt;y&gt;\n\n  z</code></pre><p>a</p>"],
    [
      "/levels/12\n[item:7]",
      '<p data-embed="level" data-id="12"><a href="/levels/12">Level 12</a></p><p data-embed="item" data-id="7"><a href="/items/7">Item 7</a></p>',
    ],
    ["> /levels/12", '<blockquote><p><a href="/levels/12">/levels/12</a></p></blockquote>'],
    ["/levels/0 /levels/1x", '<p><a href="/levels/0">/levels/0</a> <a href="/levels/1x">/levels/1x</a></p>'],
    ["\u202eabc\u0000d", "<p>abcd</p>"],
    [" \n ", ""],
  ])("renders %j", (text, expected) => expect(html(text)).toBe(expected));

  test("nests quotes 5 deep and no deeper, and shows the author of one in a reply without mentioning them again", () => {
    expect(html(">".repeat(7)).match(/<blockquote>/g)).toHaveLength(5);
    const text = "> [@Max](/forums/thread/1?reply=2#reply-2) wrote:\n> Hi @Zoe\n\nHello @Ann";
    expect(html(text)).toContain('<a href="/forums/thread/1?reply=2#reply-2">@Max</a> wrote:<br>Hi');
    expect(mentionedNames(mentionableText(text))).toEqual(["Ann"]);
  });

  test.each([
    ["> quoted\n\n**Yes**, `@Max` :duck:", "Yes, @Max :duck:"],
    ["> only quoted", "only quoted"],
    ["It was ||Max||.", "It was ▒▒▒."],
    ["- a\n- b\n\n/levels/3", "a b Level 3"],
    ["a &lt; b < c", "a &lt; b < c"],
  ])("turns %j into the plain text %j", (text, plain) => expect(plainText(text)).toBe(plain));
});
