import type { OperatingSystem } from "#domain/play/api.ts";
import { SITE } from "#domain/site.ts";

/** Words of the page where people get the client. */
export const downloadText = {
  title: `Download ${SITE.client}`,
  about: `${SITE.client} runs the levels on your computer. Install it once; after that, Play on any level opens it.`,
  yours: "For this computer",
  others: "For other computers",
  all: "For every computer",
  phone: `${SITE.client} runs on computers, not on phones and tablets. Open this page on a computer to install it.`,
  names: { windows: "Windows", macos: "macOS", linux: "Linux" } satisfies Record<OperatingSystem, string>,
  needs: {
    windows: "Windows 10 or newer, 64 bits",
    macos: "macOS 12 or newer, Apple or Intel processor",
    linux: "Any distribution of 2020 or newer, 64 bits (AppImage)",
  } satisfies Record<OperatingSystem, string>,
  download: "Download",
  downloadFor: (name: string) => `Download for ${name}`,
  published: "Published",
  missing: "Not published yet",
  loading: "Loading the downloads",
  steps: "How to play",
  stepList: [
    `Download ${SITE.client} and install it.`,
    "Press Play on any level here.",
    `Your browser asks whether it may open ${SITE.client}: let it.`,
  ],
  levels: "Find a level",
} as const;
