import type { OperatingSystem } from "#domain/play/api.ts";
import { SITE } from "#domain/site.ts";

export const downloadText = {
  title: `Download ${SITE.client}`,
  about: `You don't need it to play: every level opens right in your browser. ${SITE.client} is an optional app for your computer.`,
  browserTitle: "Play now, right here",
  browserText: "Nothing to install and no account needed. Works on computers, phones and tablets.",
  browser: "Play in the browser",
  yours: "For this computer",
  others: "For other computers",
  all: "For every computer",
  phone: `${SITE.client} runs on computers only. On this device, play in the browser. Open this page on a computer to install the app.`,
  names: { windows: "Windows", macos: "macOS", linux: "Linux" } satisfies Record<OperatingSystem, string>,
  needs: {
    windows: "Windows 10 or newer, 64-bit",
    macos: "macOS 12 or newer, Apple silicon or Intel",
    linux: "Any distribution from 2020 or newer, 64-bit (AppImage)",
  } satisfies Record<OperatingSystem, string>,
  download: "Download",
  downloadFor: (name: string) => `Download for ${name}`,
  published: "Published",
  missing: "Not available yet",
  loading: "Loading the downloads",
  steps: `How to use ${SITE.client}`,
  stepList: [
    `Download ${SITE.client} and install it.`,
    `On a level's page, open the menu next to Play and choose “Open in ${SITE.client}”.`,
    `When your browser asks to open ${SITE.client}, allow it.`,
  ],
} as const;
