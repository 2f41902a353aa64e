import { someShoes } from "./item.ts";
import { duckSlippers, monsterFeet, rocketBoots, sockSharks } from "./shoes-creatures.ts";
import {
  checkerSlipOns,
  dancingShoes,
  lavaBoots,
  puddleBoots,
  springySneakers,
  tinyDancers,
  touristSandals,
} from "./shoes-street.ts";

/** All shoes. */
export const FOOTWEAR = [
  someShoes("Springy Sneakers", "The springs are painted on, but they look fast.", springySneakers),
  someShoes("Duck Slippers", "They go with the duck.", duckSlippers),
  someShoes("Puddle Boots", "They have never met a puddle they didn't like.", puddleBoots),
  someShoes("Dancing Shoes", "The shoes know the steps. It's the legs that don't.", dancingShoes),
  someShoes("Checker Slip-Ons", "White to move.", checkerSlipOns),
  someShoes("Tiny Dancers", "Silent on the stage, deadly on the stairs.", tinyDancers),
  someShoes("Tourist Sandals", "With socks. Always with socks.", touristSandals),
  someShoes("Lava Boots", "The floor is lava. So are these. Problem solved.", lavaBoots),
  someShoes("Sock Sharks", "Now you know where the other sock went.", sockSharks),
  someShoes("Monster Feet", "Big claws, cold toes.", monsterFeet),
  someShoes("Rocket Boots", "Ready in three, two, one, any minute now.", rocketBoots),
];
