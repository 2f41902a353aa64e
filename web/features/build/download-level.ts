import type { BuildDocument } from "#domain/build/document.ts";
import { downloadFile } from "#web/lib/object-url.ts";
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
  downloadFile(
    new File([serializer.serializeLevel(document)], fileName(title), { type: "application/json" }),
  );
}
