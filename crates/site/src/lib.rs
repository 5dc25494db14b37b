//! Who works here and on which machines: staff, grants, devices, sign-ins, significant events; pure, the same shape as a table.
