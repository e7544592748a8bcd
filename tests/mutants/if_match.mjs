/** Prints the If-Match with which the client in argv[2] plays at version 7. */

const { Almagest, Table } = await import(process.argv[2]);

let told = "";
const client = new Almagest("http://127.0.0.1", {
  fetch: async (_, { headers }) => {
    told = new Headers(headers).get("If-Match");
    return new Response(JSON.stringify({ code: "not_your_decision" }), {
      status: 409,
      headers: { "Content-Type": "application/problem+json" },
    });
  },
});
const game = { id: "g", rulebook: "astra", version: 7, status: "running", deciders: [1], last_event: 9, seats: [] };
await new Table(client, game, { token: "t" }).play({ type: "rest" }).catch(() => null);
console.log(told);
