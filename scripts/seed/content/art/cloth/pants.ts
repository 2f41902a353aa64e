import { EVERYDAY_PANTS } from "./pants-everyday.ts";
import { FUN_PANTS } from "./pants-fun.ts";
import { seedPants } from "./seed-clothing.ts";

/** All pants. */
export const PANTS = [
  seedPants("Patched Jeans", "More patch than jeans by now.", EVERYDAY_PANTS.patchedJeans),
  seedPants("Pyjama Pants", "You only need half an outfit for a video call.", EVERYDAY_PANTS.pyjamaPants),
  seedPants("Track Pants", "Built for speed. Mostly worn on the couch.", EVERYDAY_PANTS.trackPants),
  seedPants(
    "Tuxedo Trousers",
    "The crease is sharp enough to cut cake. Please don't.",
    EVERYDAY_PANTS.tuxedoTrousers,
  ),
  seedPants("Candy Camouflage", "Perfect for hiding in a candy store.", EVERYDAY_PANTS.candyCamo),
  seedPants("Beach Shorts", "Still sandy. They will always be sandy.", FUN_PANTS.beachShorts),
  seedPants("Kitchen Checks", "Every square hides a different soup.", FUN_PANTS.chefChecks),
  seedPants("Bee Line", "The shortest path between two flowers.", FUN_PANTS.beeLine),
  seedPants("Mermaid Leggings", "Half fish, half bopi, fully washable.", FUN_PANTS.mermaidLeggings),
  seedPants("Probably a Kilt", "No one can be sure from far away. Stay far away.", FUN_PANTS.probablyAKilt),
  seedPants("Space Leggings", "Infinite room. No pockets.", FUN_PANTS.spaceLeggings),
];
