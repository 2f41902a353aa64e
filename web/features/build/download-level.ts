import type { BuildDocument } from "#domain/build/document.ts";
import { loadChunk, toastLoadError } from "#web/ui/chunks.ts";

const importSerializer = () => import("./serialize-level.ts");

/** The name of a file with a level: letters, digits and hyphens of its title. */
export function fileName(title: string): string {
  const name = title
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .toLowerCase();
  return `${name || "level"}.json`;
}

export async function downloadLevel(document: BuildDocument, title: string): Promise<void> {
  const serializer = await loadChunk(importSerializer).catch(() => null);
  if (!serializer) return toastLoadError();
  const file = new Blob([serializer.serializeLevel(document)], { type: "application/json" });
  const url = URL.createObjectURL(file);
  const link = window.document.createElement("a");
  link.href = url;
  link.download = fileName(title);
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
