import { type ReactNode, useState } from "react";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";

const form = lazyPart(() => import("./ban-form.tsx"));

/** The ban modal of a page: call `open` from a menu, and render `modal` once. Its code loads when it is first opened. */
export function useBanModal(): { open: (person: { username: string }) => void; modal: ReactNode } {
  const [username, setUsername] = useState<string | null>(null);
  return {
    open: (person) => setUsername(person.username),
    modal: username && <OnDemand part={form} props={{ username, onClose: () => setUsername(null) }} />,
  };
}
