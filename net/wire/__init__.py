"""What goes over the wire: messages, frames, views, reasons for refusals."""
