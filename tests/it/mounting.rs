//! Pages in the app's own Router: layers, nesting, other methods, faults at start.
