// Everything that is kept in the browser: one database for each course, strict about the disk.

const TABLES = ["answers", "marks", "settings"];
const OPEN_TIMEOUT_MS = 10_000;

function settle(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("another tab holds an earlier version"));
  });
}

function openDatabase(name) {
  const request = indexedDB.open(name, 2);
  request.onupgradeneeded = ({ oldVersion }) => {
    const database = request.result;
    if (oldVersion === 1) return database.deleteObjectStore("memories"); // answers make them
    const answers = database.createObjectStore("answers", { keyPath: "uid" });
    answers.createIndex("card", ["course", "lang", "card"]);
    database.createObjectStore("marks", { keyPath: "uid" });
    database.createObjectStore("settings", { keyPath: "name" });
  };
  return settle(request);
}

class Store {
  constructor(database) {
    this.database = database;
    database.onversionchange = () => database.close(); // another tab removes or upgrades it
  }

  // All rows by table.
  read() {
    return this.transact("readonly", async (table) => {
      const rows = await Promise.all(TABLES.map((name) => settle(table(name).getAll())));
      return Object.fromEntries(TABLES.map((name, at) => [name, rows[at]]));
    });
  }

  // Puts the rows by table that `makeRows` gives for the answers to a card, or of all answers.
  change(makeRows, owner = null) {
    return this.transact("readwrite", async (table) => {
      const answers = table("answers");
      const known = owner ? answers.index("card").getAll(owner) : answers.getAll();
      const rows = makeRows(await settle(known));
      for (const name of TABLES) for (const row of rows?.[name] ?? []) table(name).put(row);
      return rows;
    });
  }

  // Puts the rows that are not there.
  restore(rows) {
    return this.transact("readwrite", async (table) => {
      for (const name of TABLES) {
        const { keyPath } = table(name);
        const keys = new Set(await settle(table(name).getAllKeys()));
        for (const row of rows[name]) if (!keys.has(row[keyPath])) table(name).put(row);
      }
    });
  }

  clear() {
    return this.transact("readwrite", async (table) => {
      for (const name of TABLES) table(name).clear();
    });
  }

  // What `act` asks for is on the disk when the promise is kept; if it fails, nothing is.
  async transact(mode, act) {
    const work = this.database.transaction(TABLES, mode, { durability: "strict" });
    const done = new Promise((resolve, reject) => {
      work.oncomplete = resolve;
      work.onabort = () => reject(work.error || new Error("aborted"));
    });
    try {
      const [result] = await Promise.all([act((name) => work.objectStore(name)), done]);
      return result;
    } catch (error) {
      if (!work.error) work.abort();
      throw error;
    }
  }
}

// The store of a course, after something was written to it: null where the browser keeps nothing.
export async function openStore(name) {
  try {
    const timeout = new Promise((_, reject) => setTimeout(reject, OPEN_TIMEOUT_MS));
    const store = new Store(await Promise.race([openDatabase(name), timeout]));
    await store.change(() => ({ settings: [{ name: "trial", value: Date.now() }] }), [name]);
    return store;
  } catch {
    return null;
  }
}
