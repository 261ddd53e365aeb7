// Everything that is kept in the browser: one database for each course, strict about the disk.

const TABLES = ["answers", "marks", "settings"];
const OPEN_TIMEOUT_MS = 10_000;

function settle(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function openDatabase(name) {
  const request = indexedDB.open(name, 2);
  request.onupgradeneeded = ({ oldVersion }) => {
    const database = request.result;
    if (oldVersion === 1) return database.deleteObjectStore("memories"); // answers make them
    database.createObjectStore("answers", { keyPath: "uid" });
    database.createObjectStore("marks", { keyPath: "uid" });
    database.createObjectStore("settings", { keyPath: "name" });
  };
  return settle(request);
}

class Store {
  constructor(database) {
    this.database = database;
    database.onversionchange = () => database.close(); // the browser removes it
  }

  // All rows by table.
  async read() {
    const work = this.database.transaction(TABLES);
    const rows = await Promise.all(TABLES.map((name) => settle(work.objectStore(name).getAll())));
    return Object.fromEntries(TABLES.map((name, at) => [name, rows[at]]));
  }

  // Keeps rows by table: they are on the disk when the promise is kept; if it fails, none is.
  put(rows) {
    const work = this.database.transaction(TABLES, "readwrite", { durability: "strict" });
    for (const name of TABLES) for (const row of rows[name] ?? []) work.objectStore(name).put(row);
    return new Promise((resolve, reject) => {
      work.oncomplete = resolve;
      work.onabort = () => reject(work.error || new Error("aborted"));
    });
  }
}

// The store of a course, after something was written to it: null where the browser keeps nothing.
export async function openStore(name) {
  try {
    const timeout = new Promise((_, reject) => setTimeout(reject, OPEN_TIMEOUT_MS));
    const store = new Store(await Promise.race([openDatabase(name), timeout]));
    await store.put({ settings: [{ name: "trial", value: Date.now() }] });
    return store;
  } catch {
    return null;
  }
}
