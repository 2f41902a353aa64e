import type { OperatingSystem } from "#domain/play/api.ts";
import { SITE } from "#domain/site.ts";

/** Strings of the client's download page. */
export const downloadText = {
  title: `Download ${SITE.client}`,
  about: `${SITE.client} runs the levels on your computer. Install it once, and Play on any level opens it.`,
  yours: "For this computer",
  others: "For other computers",
  all: "For every computer",
  phone: `${SITE.client} runs on computers, not on phones and tablets. Open this page on a computer to install it.`,
  names: { windows: "Windows", macos: "macOS", linux: "Linux" } satisfies Record<OperatingSystem, string>,
  needs: {
    windows: "Windows 10 or newer, 64-bit",
    macos: "macOS 12 or newer, Apple silicon or Intel",
    linux: "Any distribution from 2020 or newer, 64-bit (AppImage)",
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
    `When your browser asks to open ${SITE.client}, allow it.`,
  ],
  levels: "Find a level",
} as const;
