import { useEffect, useState } from "react";

/**
 * Returns an object URL for a file. It is revoked when the file changes, but only after the page has stopped showing it: an `<img>`
 * that hasn't loaded yet would fail.
 */
export function useObjectUrl(file: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => setUrl(file && URL.createObjectURL(file)), [file]);
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  return url;
}

export function downloadFile(file: File): void {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href: url, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
