import type { Store } from "#web/lib/store.ts";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import type { BuilderModal } from "./builder-context.ts";
import type { SettingsProps } from "./dialogs/builder-settings-modal.tsx";
import type { PublishModalProps } from "./publish/publish-modal.tsx";
import type { ProofState } from "./test/submit-proof.ts";

interface ModalProps {
  onClose: () => void;
}

const shortcutsModal = lazyPart<ModalProps & Pick<SettingsProps, "own" | "changeOwn">>(
  () => import("./dialogs/shortcuts-modal.tsx"),
);
const settingsModal = lazyPart<ModalProps & SettingsProps>(
  () => import("./dialogs/builder-settings-modal.tsx"),
);
const publishModal = lazyPart<PublishModalProps>(() => import("./publish/publish-modal.tsx"));
const OTHERS = {
  array: lazyPart<ModalProps>(() => import("./dialogs/array-modal.tsx")),
  people: lazyPart<ModalProps>(() => import("./people/builders-modal.tsx")),
  history: lazyPart<ModalProps>(() => import("./dialogs/history-modal.tsx")),
  import: lazyPart<ModalProps>(() => import("./import/import-modal.tsx")),
  prefabs: lazyPart<ModalProps>(() => import("./prefabs/prefabs-modal.tsx")),
};

export interface BuilderModalsProps extends SettingsProps {
  modal: BuilderModal;
  onClose: () => void;
  /** The newest run that was meant to prove that the level can be cleared. */
  check: Store<ProofState> | null;
  onProof: () => void;
}

export default function BuilderModals(props: BuilderModalsProps) {
  const { modal, onClose, settings, changeSettings, own, changeOwn, check, onProof } = props;
  switch (modal) {
    case "shortcuts":
      return <OnDemand part={shortcutsModal} props={{ onClose, own, changeOwn }} />;
    case "settings":
      return <OnDemand part={settingsModal} props={{ onClose, settings, changeSettings, own, changeOwn }} />;
    case "publish":
      return <OnDemand part={publishModal} props={{ onClose, check, onProof }} />;
    default:
      return <OnDemand part={OTHERS[modal]} props={{ onClose }} />;
  }
}
