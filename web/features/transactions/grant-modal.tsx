import { type ReactNode, useState } from "react";
import { latePart, OnDemand } from "#web/ui/on-demand.tsx";

export interface GrantFormProps {
  username: string;
  onClose: () => void;
}

const form = latePart(() => import("./grant-form.tsx"));

/** How admins give things from a person's menu: `ask` opens the window, which the page has somewhere. Its code comes when it is first wanted. */
export function useGrantWindow(): { ask: (person: { username: string }) => void; window: ReactNode } {
  const [username, setUsername] = useState<string | null>(null);
  return {
    ask: (person) => setUsername(person.username),
    window: username && <OnDemand part={form} props={{ username, onClose: () => setUsername(null) }} />,
  };
}
