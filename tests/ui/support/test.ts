import { format } from "node:util";
import { test as base, describe, vi } from "vitest";
import { expect } from "./expect.ts";
import { FakeSocket } from "./fake-socket.ts";
import { Page } from "./page.ts";
import { NETWORK_TURNS, Site } from "./site.ts";
import { settle } from "./wait.ts";

/** An `XMLHttpRequest` class with what uploads need, which sends its requests with `fetch`. */
function uploadThrough(fetch: (url: string, init: RequestInit) => Promise<Response>) {
  return class {
    readonly upload: { onprogress?: (progress: { loaded: number; total: number }) => void } = {};
    onload = () => {};
    onerror = () => {};
    onabort = () => {};
    status = 0;
    responseText = "";
    readonly headers = new Headers();
    init: RequestInit = {};
    url = "";

    open(method: string, url: string): void {
      this.init = { method };
      this.url = url;
    }

    setRequestHeader(name: string, value: string): void {
      this.headers.set(name, value);
    }

    getResponseHeader(): null {
      return null;
    }

    async send(body: FormData): Promise<void> {
      this.upload.onprogress?.({ loaded: 1, total: 2 });
      try {
        const response = await fetch(this.url, { ...this.init, headers: this.headers, body });
        this.status = response.status;
        this.responseText = await response.text();
      } catch {
        this.onerror();
        return;
      }
      this.onload();
    }

    addEventListener(): void {}
  };
}

export { describe, expect };

/** A test with a document of its own. A noisy console fails it. */
export const test = base.extend<{ site: Site; page: Page }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads what a fixture needs from its pattern
  site: async ({}, use) => {
    const site = new Site();
    vi.stubGlobal("fetch", site.fetch);
    // There's no worker to draw in.
    vi.stubGlobal("OffscreenCanvas", undefined);
    vi.stubGlobal("WebSocket", FakeSocket);
    vi.stubGlobal("XMLHttpRequest", uploadThrough(site.fetch));
    for (const method of ["error", "warn"] as const)
      vi.spyOn(console, method).mockImplementation((...words) => site.problems.push(format(...words)));
    await use(site);
    expect(site.problems).toEqual([]);
  },
  page: async ({ site }, use) => {
    const page = new Page(site);
    await use(page);
    page.close();
    // A response on its way can still set a timer.
    await settle(NETWORK_TURNS + 4);
    page.close();
    FakeSocket.onRoom = null;
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    localStorage.clear();
    sessionStorage.clear();
  },
});
