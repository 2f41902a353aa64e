import { createElement, StrictMode } from "react";
import { vi } from "vitest";
import { LIVE_EVENTS, type LiveEvent, type LiveEventName } from "#domain/live/events.ts";
import { complete, type Given } from "./complete.ts";
import { FakeSocket } from "./fake-socket.ts";
import { Locator } from "./locator.ts";
import { isShown, plainStyle } from "./plain-style.ts";
import { keyDown, keyUp, leaveDocument, press, type } from "./press.ts";
import type { Site } from "./site.ts";
import { settle, waitFor } from "./wait.ts";

/** React's scheduler needs the others. */
const FAKE = ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] as const;

/** The real one, also while a test has stopped the clock. */
const { clearTimeout: clear } = globalThis;

/** The site in a document: each load starts with fresh modules, as in a browser. */
export class Page extends Locator {
  readonly #site: Site;
  /** Timers that would act in the document of the next test, or without one. */
  readonly #timers = new Set<NodeJS.Timeout>();
  #unmount = () => {};
  /** Addresses that the page left the document for. */
  readonly left: string[] = [];
  /** How often the page has loaded itself again, which a test does with `reload`. */
  reloads = 0;

  constructor(site: Site) {
    super("");
    this.#site = site;
    const { setTimeout: start } = globalThis;
    vi.stubGlobal("setTimeout", (...args: Parameters<typeof start>) => {
      const timer = start(...args);
      this.#timers.add(timer);
      return timer;
    });
  }

  readonly keyboard = { press, type, down: keyDown, up: keyUp };
  readonly clock = {
    /** It runs on, and can be moved forward. */
    install: () => vi.useFakeTimers({ shouldAdvanceTime: true, toFake: [...FAKE] }),
    fastForward: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };

  url = (): string => location.href;

  /** Loads a page, as by typing its address. */
  async goto(path: string): Promise<void> {
    this.close();
    history.pushState(null, "", path);
    await this.reload();
  }

  async reload(): Promise<void> {
    this.close();
    vi.resetModules();
    const html = document.documentElement;
    for (const { name } of [...html.attributes]) html.removeAttribute(name);
    document.head.innerHTML = '<meta name="csrf-token" content="a token">';
    document.body.innerHTML = '<div id="root"></div>';
    for (const { name } of [...document.body.attributes]) document.body.removeAttribute(name);
    const { user, unread } = this.#site;
    const [{ App }, routes, { lazyBannedSite }, { listenBeforeRouter }, { createRoot }] = await Promise.all([
      import("#web/app/app.tsx"),
      import("#web/app/routes.tsx"),
      import("#web/app/banned/lazy-banned-site.ts"),
      import("#web/lib/pop-guard.ts"),
      import("#web/renderer.ts"),
    ]);
    const { memberTools, memberBanners, memberDock, memberCelebrations } = routes;
    const frame = user?.banned
      ? [lazyBannedSite]
      : [memberTools, memberBanners, memberDock, memberCelebrations];
    await Promise.all([
      routes.preloadPage(location.pathname, user),
      ...(user ? frame.map((part) => part.preload()) : []),
    ]);
    listenBeforeRouter();
    const data = {
      user,
      csrf_token: "a token",
      now: Date.now(),
      unread,
      online: null,
      preload: {},
      development: false,
    };
    const root = createRoot(document.getElementById("root") as HTMLElement);
    root.render(createElement(StrictMode, null, createElement(App, { data })));
    vi.spyOn(window, "getComputedStyle").mockImplementation(plainStyle);
    vi.spyOn(Element.prototype, "checkVisibility").mockImplementation(function (this: Element) {
      return isShown(this);
    });
    vi.spyOn(location, "assign").mockImplementation((url) => this.left.push(String(url)));
    vi.spyOn(location, "reload").mockImplementation(() => void this.reloads++);
    const onClick = (event: Event) => {
      const link = (event.target as Element).closest?.("a[href]");
      if (!link || event.defaultPrevented) return;
      event.preventDefault();
      this.left.push(link.getAttribute("href") ?? "");
    };
    window.addEventListener("click", onClick);
    this.#unmount = () => {
      window.removeEventListener("click", onClick);
      root.unmount();
    };
    await settle();
  }

  async goBack(): Promise<void> {
    history.back();
    await settle();
  }

  /** Delivers an event, completed from its schema, over the page's socket, which a member's page opens after a moment. */
  async receive<E extends LiveEventName>(
    event: { event: E } & Given<Extract<LiveEvent, { event: E }>>,
  ): Promise<void> {
    const socket = await waitFor(
      () => FakeSocket.newest(),
      () => "The page opened no socket.",
    );
    const fields = complete(LIVE_EVENTS[event.event], event) as object;
    socket.deliver({ ...fields, event: event.event } as LiveEvent);
    await settle();
  }

  /** Shows or hides the document, as by changing to another tab. */
  async setVisibility(state: DocumentVisibilityState): Promise<void> {
    vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
    document.dispatchEvent(new Event("visibilitychange"));
    await settle();
  }

  /** From the next page load on, the browser says that it can draw in 3D. Nothing is drawn. */
  pretendWebGl(): void {
    vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue({
      getExtension: () => null,
    } as never);
  }

  close(): void {
    this.#unmount();
    this.#unmount = () => {};
    for (const timer of this.#timers) clear(timer);
    this.#timers.clear();
    leaveDocument();
    FakeSocket.forgetAll();
  }
}
