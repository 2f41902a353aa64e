import { type ReactNode, useState } from "react";
import { latePart, OnDemand } from "#web/ui/on-demand.tsx";

export interface BanFormProps {
  username: string;
  onClose: () => void;
}

const form = latePart(() => import("./ban-form.tsx"));

/** How menus of a page ban people: `ask` opens the window, which the page has somewhere. Its code comes when it is first wanted. */
export function useBanWindow(): { ask: (person: { username: string }) => void; window: ReactNode } {
  const [username, setUsername] = useState<string | null>(null);
  return {
    ask: (person) => setUsername(person.username),
    window: username && <OnDemand part={form} props={{ username, onClose: () => setUsername(null) }} />,
  };
}
