/* The service worker of turn notifications: a click opens the table. It keeps no pages and answers no requests. */
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = String(event.notification.data || "/");
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((open) => {
      const there = open.find((c) => new URL(c.url).pathname === path);
      return there ? there.focus() : self.clients.openWindow(path);
    }),
  );
});
