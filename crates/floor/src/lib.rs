//! The imperative shell: one task a table, durable before anybody is told, clocks, timers, the electronic dealer.
