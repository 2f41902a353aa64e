import { HERO } from "#domain/home/hero.ts";
import { SITE_THEMES } from "#domain/site.ts";
import { expect, test } from "./test.ts";

test("the home page's first picture and text are in the HTML and stay", async ({ browser, request }) => {
  const html = await (await request.get("/")).text();
  for (const text of [HERO.title, HERO.signUp, HERO.browse]) expect(html).toContain(text);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto("/");
  await expect(plain.getByRole("heading", { level: 1, name: HERO.title })).toBeVisible();
  await plain.getByRole("link", { name: HERO.signUp }).click();
  await expect(plain).toHaveURL("/register");
  await context.close();

  for (const width of [1280, 390]) {
    // From the start: a window that changes its size moves everything.
    const sized = await browser.newContext({ viewport: { width, height: 800 } });
    const page = await sized.newPage();
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          document.documentElement.dataset.shift = String(
            Number(document.documentElement.dataset.shift ?? 0) + entry.value,
          );
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto("/", { waitUntil: "networkidle" });
    await expect(page.getByRole("banner")).toBeVisible();
    const shift = Number((await page.locator("html").getAttribute("data-shift")) ?? 0);
    expect(shift, `in a window of ${width} px`).toBeLessThanOrEqual(0.02);
    await sized.close();
  }
});

test("each theme is in the HTML and stays while the page starts", async ({ page, context, origin }) => {
  /** The themes from before the first paint. */
  await page.addInitScript(() => {
    const seen: (string | undefined)[] = [];
    Object.assign(window, { seen });
    const record = () => document.documentElement && seen.push(document.documentElement.dataset.theme);
    new MutationObserver(record).observe(document, { subtree: true, attributeFilter: ["data-theme"] });
    requestAnimationFrame(record);
  });
  for (const { name } of SITE_THEMES) {
    await context.addCookies([{ name: "bopolis_theme", value: name, url: origin }]);
    const response = await page.goto("/levels");
    expect(await response?.text()).toContain(`data-theme="${name}"`);
    await expect(page.getByRole("heading", { level: 1, name: "Levels" })).toBeVisible();
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    expect(new Set(seen)).toEqual(new Set([name]));
    const bar = await page.locator('meta[name="theme-color"]').getAttribute("content");
    const background = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue("--bg").trim(),
    );
    expect(bar).toBe(background.replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3"));
  }
});
