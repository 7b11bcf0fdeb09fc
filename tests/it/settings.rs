//! What an app decides at start: limits, hooks, statuses, error pages.
