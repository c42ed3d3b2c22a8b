"""Why tables are not found: facts from small probes, findings from facts. Changes nothing."""
