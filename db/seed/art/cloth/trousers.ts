import { somePants } from "./item.ts";
import { candyCamo, patchedJeans, pyjamaPants, trackPants, tuxedoTrousers } from "./pants.ts";
import {
  beachShorts,
  beeLine,
  chefChecks,
  mermaidLeggings,
  probablyAKilt,
  spaceLeggings,
} from "./pants-fun.ts";

/** All trousers. */
export const TROUSERS = [
  somePants("Patched Jeans", "More patch than jeans by now.", patchedJeans),
  somePants("Pyjama Pants", "You only need half an outfit for a video call.", pyjamaPants),
  somePants("Track Pants", "Built for speed. Mostly worn for sitting.", trackPants),
  somePants("Tuxedo Trousers", "The crease is sharp enough to cut cake. Please don't.", tuxedoTrousers),
  somePants("Candy Camouflage", "Perfect for hiding in a sweet shop.", candyCamo),
  somePants("Beach Shorts", "Still sandy. They will always be sandy.", beachShorts),
  somePants("Kitchen Checks", "Every square hides a different soup.", chefChecks),
  somePants("Bee Line", "The shortest way between two flowers.", beeLine),
  somePants("Mermaid Leggings", "Half fish, half bopi, fully washable.", mermaidLeggings),
  somePants("Probably a Kilt", "From far away nobody can tell. Stay far away.", probablyAKilt),
  somePants("Space Leggings", "Infinite room. No pockets.", spaceLeggings),
];
