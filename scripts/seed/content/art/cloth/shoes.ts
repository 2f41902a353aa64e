import { seedShoes } from "./seed-clothing.ts";
import { CREATURE_SHOES } from "./shoes-creatures.ts";
import { STREET_SHOES } from "./shoes-street.ts";

/** All shoes. */
export const SHOES = [
  seedShoes(
    "Springy Sneakers",
    "The springs are painted on, but they look fast.",
    STREET_SHOES.springySneakers,
  ),
  seedShoes("Duck Slippers", "They go with the duck.", CREATURE_SHOES.duckSlippers),
  seedShoes("Puddle Boots", "They have never met a puddle they didn't like.", STREET_SHOES.puddleBoots),
  seedShoes("Dancing Shoes", "The shoes know the steps. The legs don't.", STREET_SHOES.dancingShoes),
  seedShoes("Checker Slip-Ons", "White to move.", STREET_SHOES.checkerSlipOns),
  seedShoes("Tiny Dancers", "Silent on the stage, deadly on the stairs.", STREET_SHOES.tinyDancers),
  seedShoes("Tourist Sandals", "With socks. Always with socks.", STREET_SHOES.touristSandals),
  seedShoes("Lava Boots", "The floor is lava. So are these. Problem solved.", STREET_SHOES.lavaBoots),
  seedShoes("Sock Sharks", "Now you know where the other sock went.", CREATURE_SHOES.sockSharks),
  seedShoes("Monster Feet", "Big claws, cold toes.", CREATURE_SHOES.monsterFeet),
  seedShoes("Rocket Boots", "Ready in three, two, one, any minute now.", CREATURE_SHOES.rocketBoots),
];
