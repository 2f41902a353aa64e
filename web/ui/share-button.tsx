import { Share2 } from "lucide-react";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";
import { toast } from "./toast-store.ts";

const shareText = {
  share: "Share",
  copied: "Link copied.",
  copyFailed: (url: string) => `The link couldn't be copied. It's ${url}`,
} as const;

export interface ShareButtonProps {
  /** The name of what is shared, for the app that receives it. */
  title: string;
  path: string;
  /** Only the icon, for rows of icons. */
  iconOnly?: boolean;
}

/** Opens the device's share menu, or copies the link where there is none. */
async function share(title: string, path: string): Promise<void> {
  const url = new URL(path, window.location.href).href;
  if (navigator.share) {
    try {
      return await navigator.share({ title, url });
    } catch (error) {
      // The user closed the menu. Anything else (a browser without an app to share to) falls back to copying.
      if (error instanceof DOMException && error.name === "AbortError") return;
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    toast(shareText.copied, { tone: "good" });
  } catch {
    toast(shareText.copyFailed(url), { tone: "bad" });
  }
}

/** A button that shares a page's link. */
export function ShareButton({ title, path, iconOnly = false }: ShareButtonProps) {
  const onClick = () => void share(title, path);
  if (iconOnly) return <IconButton icon={Share2} variant="solid" label={shareText.share} onClick={onClick} />;
  return (
    <Button icon={Share2} onClick={onClick}>
      {shareText.share}
    </Button>
  );
}
