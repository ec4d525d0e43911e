#include "load_on_demand.h"

ON_DEMAND_LIBRARY("libyaml-0.so.2", "libyaml-0-2")
ON_DEMAND(yaml_event_delete)
ON_DEMAND(yaml_parser_delete)
ON_DEMAND(yaml_parser_initialize)
ON_DEMAND(yaml_parser_parse)
ON_DEMAND(yaml_parser_set_encoding)
ON_DEMAND(yaml_parser_set_input_string)
