import { PastEnd } from "#web/components/empty-state.tsx";

import { forumsText } from "./text/forums.ts";

export const NoSuchPage = () => <PastEnd title={forumsText.nonePage} text={forumsText.nonePageText} />;
